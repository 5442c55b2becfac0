/** Whether the appointment is when the request says. */
import { foundOf } from "../../../language/en/reading.ts";
import type { State } from "./state.ts";
import { suits, suitsDay } from "./wanted.ts";

/** The appointment is at another time than the request says, and nobody has agreed to it. */
export function isElsewhen({ assignment, facts, pending, approved: asked }: State): boolean {
  const appointment = facts.appointment_time;
  const approved = pending === null ? asked : "";
  if (appointment === undefined || appointment.value === approved || !/^(booking|change)$/.test(assignment.goal.kind))
    return false;
  const reading = assignment.language.read(appointment.value);
  const agreed = assignment.language.read(approved).found.map((found) => found.text);
  const times = foundOf(reading, "time").filter((time) => !agreed.includes(time.text));
  const days = foundOf(reading, "date").filter((day) => !agreed.includes(day.text));
  return times.some((time) => !suits(assignment.wanted, time)) || days.some((day) => !suitsDay(assignment.wanted, day));
}
