/** `/v2/listen` (Flux): turns, judged by silence here, with an eager judgement that may be taken back. */
import type { HeardWord } from "../spoken-levels.ts";
import type { Connection, Protocol } from "./connection.ts";
import { soundReader } from "./listen-v1.ts";

const UPDATE_EVERY_S = 0.25;

export function listenV2(connection: Connection): Protocol {
  const { query, script } = connection.seen;
  const hear = soundReader(connection);
  const eagerS = query.has("eager_eot_threshold") ? (script.eagerS ?? 0.3) : Infinity;
  const endS = script.endOfTurnS ?? 0.6;
  let sequence = 0;
  let turn = 0;
  let turnStartS = 0;
  let words: HeardWord[] = [];
  let toldToS = 0;
  let started = false;
  let eager = false;

  const send = (message: object): void => connection.send({ ...message, request_id: "r", sequence_id: sequence++ });
  send({ type: "Connected" });

  function tell(event: string, more: object = {}): void {
    toldToS = hear.ear.nowS;
    send({
      type: "TurnInfo",
      event,
      turn_index: turn,
      audio_window_start: turnStartS,
      audio_window_end: toldToS,
      transcript: words.map(({ text }) => text).join(" "),
      words: words.map(({ text, startS, endS: wordEndS }) => ({
        word: text,
        confidence: 0.95,
        ...(script.untimed === true ? {} : { start: startS, end: wordEndS }),
      })),
      end_of_turn_confidence: event === "EndOfTurn" ? 0.8 : event === "EagerEndOfTurn" ? 0.5 : 0.1,
      ...more,
    });
  }

  return {
    onSound(bytes) {
      const heard = hear.push(bytes);
      words.push(...heard);
      const { nowS, lastSoundS } = hear.ear;
      const quietS = lastSoundS === null ? 0 : nowS - lastSoundS;
      if (!started && words.length > 0) {
        started = true;
        return tell("StartOfTurn");
      }
      if (!started) {
        if (nowS - toldToS >= UPDATE_EVERY_S) tell("Update");
        return;
      }
      if (eager && quietS < 0.02) {
        eager = false;
        return tell("TurnResumed");
      }
      if (!eager && quietS >= eagerS) {
        eager = true;
        return tell("EagerEndOfTurn");
      }
      if (quietS >= endS) {
        tell("EndOfTurn", { trigger: "model" });
        turn += 1;
        turnStartS = nowS;
        words = [];
        started = false;
        eager = false;
        return;
      }
      if (nowS - toldToS >= UPDATE_EVERY_S) tell("Update");
    },
    onText(message) {
      if (message.type === "CloseStream") {
        tell("Update");
        // Without a status, as Flux does.
        return connection.close();
      }
      if (message.type === "Configure") return send({ type: "ConfigureSuccess", thresholds: {}, keyterms: [] });
      send({ type: "Error", code: "UNPARSABLE_CLIENT_MESSAGE", description: `${message.type} is not known here` });
      connection.close(1011, "UNPARSABLE_CLIENT_MESSAGE");
    },
    onGone: () => undefined,
  };
}
