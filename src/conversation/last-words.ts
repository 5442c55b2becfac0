/** The end of a conversation: the mouth settles first, so that what was heard of it is told; then what was found. */
import type { Logger } from "pino";
import type { EndReason } from "../calls/vocabulary.ts";
import { conclude } from "./dialog/conclusion.ts";
import type { Notebook } from "./dialog/notebook.ts";
import type { Replies } from "./dialog/replies.ts";
import type { SilentMove } from "./dialog/reply.ts";
import type { Mouth } from "./playout/mouth.ts";
import type { Brain, HistoryEntry } from "./ports.ts";
import type { Told } from "./told.ts";

type Parts = {
  readonly brain: Brain;
  readonly mouth: Mouth;
  readonly tell: (event: Told) => void;
  readonly log: Logger;
};

type Ending = {
  readonly reason: EndReason;
  readonly replies: Replies;
  readonly history: readonly HistoryEntry[];
  /** Asked when the replies have ended: the brain still owes its verdict. */
  readonly concludes: () => boolean;
  readonly onNote: (note: SilentMove) => void;
  readonly findings: () => Notebook;
  /** We have said goodbye: who puts the receiver down first after it, or in it, makes no difference. */
  readonly parted: () => boolean;
};

export async function lastWords({ brain, mouth, tell, log }: Parts, ending: Ending): Promise<void> {
  const { reason, replies, history } = ending;
  await replies.end().catch((cause: unknown) => log.error({ err: cause }, "a reply did not end well"));
  mouth.close();
  if (ending.concludes()) {
    await conclude(brain, reason, [...history], ending.onNote).catch((cause: unknown) =>
      log.warn({ err: cause }, "the brain could not sum up"),
    );
  }
  const usage = brain.usage?.();
  if (usage !== undefined) log.info({ usage }, "what the mind of the call has used");
  tell({ type: "findings", findings: ending.findings() });
  const theirs = reason === "hangup_business" || reason === "no_media" || reason === "trunk_failure";
  tell({ type: "finished", reason: theirs && ending.parted() ? "completed" : reason });
}
