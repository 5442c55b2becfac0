/**
 * What goes over the socket between a conversation thread and the engine process: sound and text, nothing else. A
 * message is the length of its head and of its body (two 32-bit numbers, little-endian), the head as JSON, and the body,
 * which is sound: 16-bit signed linear, mono, little-endian.
 *
 * The process keeps nothing of a call: every order is whole in itself, so that one that was lost with its process can
 * simply be sent again to the next.
 */

/** Who waits for a decoding: the sooner somebody is kept waiting by it, the sooner its turn. */
export type Urgency =
  /** The turn is over and the answer waits for its words. */
  | "final"
  /** They may have finished. */
  | "pause"
  /** A piece of a long speech that goes on. */
  | "segment";

export type Order =
  /** `live`: what has been heard of this sound already, by this number. */
  | {
      readonly type: "transcribe";
      readonly id: number;
      readonly sampleRateHz: number;
      readonly urgency: Urgency;
      readonly live?: number;
    }
  /** This is being said, and more will follow: a streaming model tells `words` of it; others pay no heed. */
  | { readonly type: "listen"; readonly id: number; readonly sampleRateHz: number }
  /** More of it. */
  | { readonly type: "hear"; readonly id: number }
  /** What was a guess is needed now. */
  | { readonly type: "promote"; readonly id: number; readonly urgency: Urgency }
  /** `text` is made for speaking already. The sound comes at `sampleRateHz`. */
  | { readonly type: "speak"; readonly id: number; readonly sampleRateHz: number; readonly text: string }
  /** Has the speaker of this sound finished? Of its last 8 seconds. */
  | { readonly type: "judge_turn"; readonly id: number; readonly sampleRateHz: number }
  /** Nobody waits for it any more. */
  | { readonly type: "cancel"; readonly id: number };

export type Answer =
  /** `waitedMs` in the queue, `workedMs` in the engine. */
  | {
      readonly type: "text";
      readonly id: number;
      readonly text: string;
      readonly waitedMs: number;
      readonly workedMs: number;
    }
  /** So far, of what is listened to. */
  | { readonly type: "words"; readonly id: number; readonly text: string }
  | { readonly type: "sound"; readonly id: number }
  /** The probability 0..1 that the speaker has finished. */
  | { readonly type: "turn"; readonly id: number; readonly finished: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

export type Message<Head> = { readonly head: Head; readonly body: Buffer };

const LENGTHS_BYTES = 8;
/** A minute of sound at 16 kHz. Whoever says that more is to come is no partner of ours. */
const LONGEST_BODY_BYTES = 2 * 16_000 * 60;
const LONGEST_HEAD_BYTES = 64 * 1024;

export function encode(head: Order | Answer, body?: Int16Array): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const sound = body === undefined ? Buffer.alloc(0) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32LE(json.length, 0);
  lengths.writeUInt32LE(sound.length, 4);
  return Buffer.concat([lengths, json, sound]);
}

/** Cuts a stream into messages. The returned function takes the next piece of it and throws when it is none of ours. */
export function decoder<Head>(onMessage: (message: Message<Head>) => void): (piece: Buffer) => void {
  let pending: Buffer[] = [];
  let bytes = 0;
  let wanted = LENGTHS_BYTES;
  return (piece) => {
    pending.push(piece);
    bytes += piece.length;
    while (bytes >= wanted) {
      const all = pending.length === 1 && pending[0] !== undefined ? pending[0] : Buffer.concat(pending);
      const headBytes = all.readUInt32LE(0);
      const bodyBytes = all.readUInt32LE(4);
      if (headBytes > LONGEST_HEAD_BYTES || bodyBytes > LONGEST_BODY_BYTES) throw new RangeError("message too long");
      const end = LENGTHS_BYTES + headBytes + bodyBytes;
      pending = [all];
      wanted = end;
      if (bytes < end) return;
      const head = JSON.parse(all.toString("utf8", LENGTHS_BYTES, LENGTHS_BYTES + headBytes)) as Head;
      onMessage({ head, body: all.subarray(LENGTHS_BYTES + headBytes, end) });
      pending = [all.subarray(end)];
      bytes -= end;
      wanted = LENGTHS_BYTES;
    }
  };
}

/** The sound of a body; its bytes may lie anywhere, samples may not. */
export function soundOf(body: Buffer): Int16Array {
  const samples = new Int16Array(body.length >> 1);
  for (let i = 0; i < samples.length; i += 1) samples[i] = body.readInt16LE(2 * i);
  return samples;
}
