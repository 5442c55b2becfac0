/** When the appointment is, as they say it: of a time offered, agreed or confirmed. */
import { statementsOf } from "./answers.ts";
import { DENIED, OF_HOURS, OF_THE_BOOKING, OFFERED_INSTEAD } from "./english/booking-words.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import type { Found, Time } from "../../../language/en/found.ts";
import { foundOf, read } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { plain } from "../../../language/en/words.ts";
import { setFact } from "./state.ts";
import type { Assignment } from "./assignment.ts";
import type { Fact, Turn } from "./state.ts";
import { isUndecided, suits } from "./wanted.ts";

/** When the appointment is: a time said of the booking itself, not of opening hours. */
export function absorbAppointment(turn: Turn, reading: Reading): void {
  const { assignment, expecting, facts } = turn.state;
  if (!/^(booking|change|other|order)$/.test(assignment.goal.kind)) return;
  for (const clause of statementsOf(reading)) {
    const moments = reading.found.filter(
      (found) =>
        found.from >= clause.from &&
        found.to <= clause.to &&
        (found.kind === "date" || (found.kind === "time" && !isPartyOf(assignment, found))),
    );
    const offer = offerAfterNo(reading, clause);
    if (offer === null) continue;
    const times = moments.filter((found) => found.kind === "time" && found.from >= offer);
    const time = times.find((found) => found.kind === "time" && suits(assignment.wanted, found)) ?? times[0];
    const day =
      moments.find((found) => found.kind === "date" && found.from >= offer) ??
      (time === undefined ? undefined : moments.find((found) => found.kind === "date"));
    if (time === undefined && day === undefined) continue;
    // "Two at seven thirty on Friday": an hour of a day is of nothing else.
    const offered = OF_THE_BOOKING.test(clause.words) || (time !== undefined && day !== undefined);
    const replying =
      /^(goal|do_it|is_it_done|other_time|correction|wanted)$/.test(expecting.type) ||
      (expecting.type === "read_back" && (reading.polarity?.yes !== true || !isTold(facts.appointment_time, times)));
    if (
      OF_HOURS.test(clause.words) ||
      !(offered || replying) ||
      (time === undefined && facts.appointment_time !== undefined)
    )
      continue;
    const known = facts.appointment_time?.value ?? "";
    const value = [day?.text ?? dayOf(known), time?.text]
      .filter((part) => part !== undefined && part !== "")
      .join(" at ");
    const earlier = day === undefined && dayOf(known) !== undefined ? facts.appointment_time?.quotes : undefined;
    setFact(turn, "appointment_time", value, clause.quote, earlier);
    if (
      times.length > 1 &&
      time?.kind === "time" &&
      !isUndecided(assignment.wanted) &&
      suits(assignment.wanted, time)
    ) {
      turn.state = { ...turn.state, choice: [day?.text, time.text].filter((part) => part !== undefined).join(" at ") };
    }
  }
}

/** "I have you down for four": as many as they are. */
export function isPartyOf({ told }: Assignment, { hour, minute, quote }: Time): boolean {
  if (minute !== 0 || /[:]|\b(oclock|o'clock|am|pm|a m|p m)\b/i.test(quote)) return false;
  const parties = told.flatMap((each) => foundOf(each, "quantity")).filter(({ unit }) => unit === "people");
  return parties.some(({ amount }) => amount === hour || amount + 12 === hour);
}

/** "Yes, Friday at eight" to a seven of ours: the yes is none. */
function isTold(known: Fact | undefined, times: readonly Found[]): boolean {
  return known === undefined || times.length === 0 || times.some((time) => sameClock(time, known.value));
}

function sameClock(time: Found, value: string): boolean {
  if (time.kind !== "time") return false;
  return foundOf(read(value, "time"), "time").some(
    ({ hour, minute, half }) =>
      hour % 12 === time.hour % 12 &&
      minute === time.minute &&
      (half === null || time.half === null || half === time.half),
  );
}

/** "We are full at seven but we have eight": only what follows the no is offered. Null when nothing does. */
export function offerAfterNo(reading: Reading, clause: Clause): number | null {
  const words = plain(reading.tokens, clause.from, clause.to);
  const denied = DENIED.exec(words);
  if (denied === null) return clause.from;
  const offer = OFFERED_INSTEAD.exec(words.slice(denied.index));
  if (offer === null) return null;
  const before = words.slice(0, denied.index + offer.index).trimEnd();
  return clause.from + before.split(" ").length;
}

function dayOf(value: string): string | undefined {
  const day = value.split(" at ")[0] ?? "";
  return /\d{1,2}:\d{2}/.test(day) ? undefined : day;
}
