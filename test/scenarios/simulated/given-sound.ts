/**
 * Which part of the line's sound an ear was given, by when its frames came: on hold it is not given what was heard before,
 * and what was kept until it was known comes all at once, as do frames for which the thread had no time. The last of
 * those is of now, and each of the others is 20 ms older than the next.
 */
const FRAME_MS = 20;
/** Frames that were lost or are late; on hold more than this is left out, or it is silence. */
const JOINED_MS = 400;

type Stretch = { fromMs: number; toMs: number; frames: number };

export class GivenSound {
  /** In order, with more than `JOINED_MS` between them. */
  #stretches: Stretch[] = [];

  /** 20 ms that end now, and move what came in the same moment back. */
  frame(nowMs: number): void {
    let last = this.#stretches.at(-1);
    if (last === undefined || nowMs - FRAME_MS - last.toMs > JOINED_MS) {
      last = { fromMs: nowMs, toMs: nowMs, frames: 0 };
      this.#stretches.push(last);
    }
    last.frames += 1;
    last.toMs = nowMs;
    last.fromMs = Math.min(last.fromMs, nowMs - FRAME_MS * last.frames);
    const before = this.#stretches.at(-2);
    if (before === undefined || last.fromMs - before.toMs > JOINED_MS) return;
    before.toMs = last.toMs;
    before.frames += last.frames;
    this.#stretches.pop();
  }

  /** How far it has heard the line. */
  untilMs(nowMs: number): number {
    const toMs = this.#stretches.at(-1)?.toMs ?? nowMs;
    return nowMs - toMs > JOINED_MS ? toMs : nowMs;
  }

  /** The sound of this moment lies between what it was given. */
  wasLeftOut(atMs: number): boolean {
    const next = this.#stretches.findIndex(({ fromMs }) => fromMs >= atMs);
    const before = this.#stretches[next - 1];
    return before !== undefined && before.toMs < atMs;
  }
}
