/**
 * Named places at which a test program lets the process die, to see that nothing is lost there. The program that people
 * run sets no hook, and passing one costs nothing; nothing from outside (environment, configuration, request) reaches it.
 */
export const FAILPOINTS = [
  // A call's life.
  "call.accepted",
  "call.committed",
  "call.dialled",
  "call.answered",
  "call.answer_written",
  "call.ending",
  "call.ended",
  "question.asked",
  "question.answered",
  "question.committed",
  "reply.kept",
  // In the exchange.
  "line.channel",
  "line.bridged",
  "line.invited",
  "line.answered",
  "line.hanging_up",
  // In the thread of a conversation.
  "talk.leg",
  "talk.leg_lost",
  "talk.tick",
  "talk.heard",
  "talk.thinking",
  "talk.speaking",
  "talk.spoke",
  "talk.findings",
  "talk.finished",
  // On the way to the engine process.
  "engine.asked",
  "engine.told",
  // Money.
  "money.settling",
  "reload.created",
  "reload.sent",
  "reload.paid",
  "reload.credited",
  // What the world may read.
  "share.published",
  "share.committed",
  // What receivers are told.
  "webhook.sending",
  "webhook.sent",
  "webhook.noted",
  // After a crash.
  "reconcile.call",
  "reconcile.ended",
  // The database itself.
  "commit.before",
  "commit.after",
  "migration.copied",
  "migration.step",
  "migration.stepped",
  "backup.copied",
  "backup.tried",
  "backup.named",
  "restore.copied",
  "restore.aside",
  "restore.replaced",
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

let hook: ((name: Failpoint) => void) | null = null;

export function failpoint(name: Failpoint): void {
  hook?.(name);
}

/** For test programs only. */
export function onFailpoint(reached: (name: Failpoint) => void): void {
  hook = reached;
}
