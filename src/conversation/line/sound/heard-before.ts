/**
 * Whether what speaks on hold is a recording that has been heard in this call before. A queue says the same again and
 * again, and every bit of its sound with it; whoever picks up says nothing that was heard before, not even the same words.
 * So a recording is recognised once, and a new piece in it (the next position) is new.
 *
 * It remembers what was said on hold, each announcement as a whole, once the hold has outlasted it: what a menu said is
 * listened to again. Nothing is stored of it but the prints of `sound-print.ts`, and those no longer than the call.
 */
import { differing, PRINT, SoundPrint } from "./sound-print.ts";
import type { Print } from "./sound-print.ts";

export const HEARD_BEFORE_RULES = {
  /** Speech and the end of it, by the detector's probability; an announcement has no pause of so long in it. */
  speech: 0.5,
  silence: 0.35,
  endsAfterMs: 600,
  /** Frames that are remembered in front of its first sound, and after its last: the detector ends it sooner or later. */
  before: 5,
  after: 8,
  /** It has been sat out when the hold goes on for so long after it: its words are known by then. */
  settledMs: 3000,
  /** Frames of all announcements together: two minutes. */
  remembered: 6000,
  /** Of one: who talks for longer is no announcement. */
  longest: 3000,
  /** Frames that are compared to find it, and how often that is tried. */
  window: 60,
  every: 5,
  /** So many of the bits of the window may differ; a quarter of the window is looked at first. */
  same: 0.225,
  coarse: 0.34,
  coarseStep: 4,
  /** Frames that are compared to notice that it goes on differently, and how many of their bits then differ. */
  lately: 16,
  differs: 0.33,
  /** Exchanges drop and add a frame. */
  drift: 2,
  /** What is softer than the loudest lately by more says nothing. */
  loudDb: 25,
  /** Neither does what is softer than this, -55 dBFS: silence is like silence. */
  audible: 84,
  /** The least of a window that has to be loud: to be found, and to be left. */
  loudShare: 0.5,
  loudLately: 8,
  /** Speech in one of its pauses is somebody else's. */
  softly: 10,
  /** Speech that was new in it, until it was found and after that: less is what finding it takes. */
  newBefore: 80,
  newAfter: 15,
} as const;

/** What was there to be heard: `hold` is compared and remembered, `open` may turn out to be one, `other` is neither. */
export type Setting = "hold" | "open" | "other";

type Announcement = { readonly bits: Uint16Array };
type Place = { readonly announcement: Announcement; readonly at: number };
/** One announcement from its first sound on. */
type Saying = {
  readonly prints: Print[];
  lastSpeechMs: number;
  /** So many of its frames reach to the last sound. */
  lastSpeech: number;
  /** Frames of speech that were new, until something known was found and after that. */
  newBefore: number;
  newAfter: number;
  found: boolean;
};
type Pending = { readonly prints: readonly Print[]; readonly endedMs: number };

const { window, lately, drift, loudDb } = HEARD_BEFORE_RULES;
/** Frames: longer than any pause in it. */
const pauseMost = HEARD_BEFORE_RULES.endsAfterMs / 20 + drift;

export class HeardBefore {
  readonly #print = new SoundPrint();
  /** The last frames, the latest last. */
  #recent: Print[] = [];
  /** What is being said, from its beginning; null in between. */
  #saying: Saying | null = null;
  #pending: Pending[] = [];
  #known: Announcement[] = [];
  /** Where in what was heard before we are. */
  #place: Place | null = null;
  #untilNext = 0;
  /** Frames in which somebody spoke who is no match for its loudness. */
  #softly = 0;
  #brokeOff = false;

  /** It has ended just now, and not where it ended before: somebody may have spoken instead. */
  get brokeOff(): boolean {
    return this.#brokeOff;
  }

  /** 20 ms. True while it is something that was heard before. `speech`: of the detector, 0 of music. */
  frame(power: Float64Array, speech: number, setting: Setting, nowMs: number): boolean {
    const print = this.#print.frame(power);
    this.#recent.push(print);
    if (this.#recent.length > window) this.#recent.shift();
    this.#remember(print, speech, setting, nowMs);
    const before = this.#place;
    if (setting !== "hold") this.#place = null;
    else if (before !== null) this.#place = this.#next(before, speech);
    else if (this.#saying !== null) this.#place = this.#lookUp();
    const rest = before === null ? 0 : before.announcement.bits.length - 1 - before.at;
    // Its last sound came sooner than that, by what is remembered after it and by what lines make shorter.
    this.#brokeOff = rest > HEARD_BEFORE_RULES.after + drift && this.#place === null;
    return this.#place !== null;
  }

  // -------------------------------------------------------------- remembering

  #remember(print: Print, speech: number, setting: Setting, nowMs: number): void {
    if (setting === "other") {
      this.#saying = null;
      this.#pending = [];
      return;
    }
    const { endsAfterMs, before, settledMs } = HEARD_BEFORE_RULES;
    if (this.#saying === null) {
      if (speech >= HEARD_BEFORE_RULES.speech) {
        const prints = this.#recent.slice(-before - 1);
        const counted = { lastSpeech: prints.length, newBefore: 0, newAfter: 0, found: false };
        this.#saying = { prints, lastSpeechMs: nowMs, ...counted };
      }
    } else {
      if (this.#saying.prints.length < HEARD_BEFORE_RULES.longest) this.#saying.prints.push(print);
      if (speech >= HEARD_BEFORE_RULES.silence) this.#count(this.#saying, nowMs);
      else if (nowMs - this.#saying.lastSpeechMs >= endsAfterMs) {
        const { prints, lastSpeech, lastSpeechMs } = this.#saying;
        if (isNew(this.#saying))
          this.#pending.push({ prints: prints.slice(0, lastSpeech + HEARD_BEFORE_RULES.after), endedMs: lastSpeechMs });
        this.#saying = null;
      }
    }
    const settled = this.#pending.filter(({ endedMs }) => nowMs - endedMs >= settledMs);
    if (settled.length === 0) return;
    this.#pending = this.#pending.filter((each) => !settled.includes(each));
    if (setting === "hold") for (const { prints } of settled) this.#learn(prints);
  }

  #count(saying: Saying, nowMs: number): void {
    saying.lastSpeechMs = nowMs;
    saying.lastSpeech = saying.prints.length;
    if (this.#place !== null) saying.found = true;
    else if (saying.found) saying.newAfter += 1;
    else saying.newBefore += 1;
  }

  #learn(prints: readonly Print[]): void {
    if (prints.length < window || prints.length >= HEARD_BEFORE_RULES.longest) return;
    this.#known.push({ bits: Uint16Array.from(prints, (print) => print.bits) });
    let frames = this.#known.reduce((sum, known) => sum + known.bits.length, 0);
    while (frames > HEARD_BEFORE_RULES.remembered) frames -= this.#known.shift()?.bits.length ?? frames;
  }

  // -------------------------------------------------------------- comparing

  /** It goes on as it did before, or as another one that began with the same words; or it does not. */
  #next({ announcement, at }: Place, speech: number): Place | null {
    const next = at + 1;
    if (next >= announcement.bits.length) return null;
    const loudest = loudestOf(this.#recent);
    const heard = loudOf(this.#recent.slice(-lately), loudest);
    if (heard.length < HEARD_BEFORE_RULES.loudLately) {
      this.#softly = speech >= HEARD_BEFORE_RULES.speech ? this.#softly + 1 : 0;
      const pauses = loudOf(this.#recent.slice(-pauseMost), loudest).length > 0;
      return pauses && this.#softly < HEARD_BEFORE_RULES.softly ? { announcement, at: next } : null;
    }
    this.#softly = 0;
    const best = nearest(heard, announcement.bits, next);
    if (best.share <= HEARD_BEFORE_RULES.differs) return { announcement, at: best.at };
    this.#untilNext = 0;
    return this.#lookUp();
  }

  #lookUp(): Place | null {
    this.#untilNext -= 1;
    if (this.#untilNext > 0 || this.#recent.length < window) return null;
    this.#untilNext = HEARD_BEFORE_RULES.every;
    const loudest = loudestOf(this.#recent);
    const heard = loudOf(this.#recent, loudest);
    // The end of the window as well: the same words may go on differently, or not at all.
    const last = loudOf(this.#recent.slice(-lately), loudest);
    const sounds =
      heard.length >= window * HEARD_BEFORE_RULES.loudShare && last.length >= HEARD_BEFORE_RULES.loudLately;
    if (!sounds) return null;
    const some = heard.filter((_, i) => i % HEARD_BEFORE_RULES.coarseStep === 0);
    let best: { readonly place: Place; readonly share: number } | null = null;
    for (const announcement of this.#known) {
      const { bits } = announcement;
      for (let at = window - 1; at < bits.length; at += 1) {
        if (differingShare(some, bits, at) > HEARD_BEFORE_RULES.coarse) continue;
        const share = differingShare(heard, bits, at);
        if (share <= HEARD_BEFORE_RULES.same && share < (best?.share ?? 1))
          best = { place: { announcement, at }, share };
      }
    }
    if (best === null) return null;
    const { announcement, at } = best.place;
    return differingShare(last, announcement.bits, at) <= HEARD_BEFORE_RULES.differs ? best.place : null;
  }
}

/** What is loud enough to say something, each with how many frames ago it was. */
type Loud = { readonly bits: number; readonly ago: number };

function loudOf(prints: readonly Print[], loudest: number): readonly Loud[] {
  const found: Loud[] = [];
  for (const [i, { bits, level }] of prints.entries()) {
    if (level >= Math.max(HEARD_BEFORE_RULES.audible, loudest - loudDb))
      found.push({ bits, ago: prints.length - 1 - i });
  }
  return found;
}

function loudestOf(prints: readonly Print[]): number {
  return prints.reduce((most, { level }) => Math.max(most, level), -Infinity);
}

/** The share of the bits that differ when the latest frame is taken for the one at `at`. */
function differingShare(heard: readonly Loud[], bits: Uint16Array, at: number): number {
  let sum = 0;
  for (const loud of heard) sum += differing(loud.bits, bits[at - loud.ago] ?? ~loud.bits & 0xffff);
  return sum / Math.max(1, heard.length * PRINT.bits);
}

function nearest(
  heard: readonly Loud[],
  bits: Uint16Array,
  at: number,
): { readonly at: number; readonly share: number } {
  let best = { at, share: differingShare(heard, bits, at) };
  for (let off = 1; off <= drift; off += 1) {
    for (const near of [at - off, at + off]) {
      if (near >= bits.length) continue;
      const share = differingShare(heard, bits, near);
      // A frame more or less has to be worth it: else steady vowels would pull it along.
      if (share < best.share - 0.05) best = { at: near, share };
    }
  }
  return best;
}

function isNew({ found, newBefore, newAfter }: Saying): boolean {
  return !found || newBefore > HEARD_BEFORE_RULES.newBefore || newAfter >= HEARD_BEFORE_RULES.newAfter;
}
