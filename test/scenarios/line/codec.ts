/** The payloads that the line can listen to and change, by their payload type in a call. */
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from "../../support/g711.ts";
import type { Codec, CodecName } from "../../support/rtp-stream.ts";
import type { Offer } from "../../support/sip-peer/sdp.ts";

/** What each payload type means to one receiver. */
export type PayloadTypes = ReadonlyMap<number, Codec | "key">;

export function payloadTypesOf({ codecs, eventPayloadType }: Offer): PayloadTypes {
  const types = new Map<number, Codec | "key">(codecs.map((codec) => [codec.payloadType, codec]));
  if (eventPayloadType !== null) types.set(eventPayloadType, "key");
  return types;
}

export function decodePayload(codec: CodecName, payload: Uint8Array): Int16Array {
  if (codec === "pcmu") return decodeMulaw(payload);
  if (codec === "pcma") return decodeAlaw(payload);
  const samples = new Int16Array(payload.length >> 1);
  // L16 is big-endian (RFC 3551 section 4.5.11).
  for (let i = 0; i < samples.length; i += 1) samples[i] = ((payload[2 * i] ?? 0) << 8) | (payload[2 * i + 1] ?? 0);
  return samples;
}

/** Over the payload that the samples were decoded from, which has their length. */
export function encodeInto(codec: CodecName, samples: Int16Array, payload: Uint8Array): void {
  if (codec === "pcmu") return payload.set(encodeMulaw(samples));
  if (codec === "pcma") return payload.set(encodeAlaw(samples));
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i] ?? 0;
    payload[2 * i] = (sample >> 8) & 0xff;
    payload[2 * i + 1] = sample & 0xff;
  }
}
