/** RTP packets (RFC 3550) and telephone events (RFC 4733): just enough of both for a test's telephone. */

export type RtpPacket = {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
};

const HEADER_BYTES = 12;

/** Null for what is no RTP (RTCP on the same port, STUN, noise). */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  if (bytes.length < HEADER_BYTES || (bytes[0] ?? 0) >> 6 !== 2) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contributors = (bytes[0] ?? 0) & 15;
  return {
    payloadType: (bytes[1] ?? 0) & 0x7f,
    marker: ((bytes[1] ?? 0) & 0x80) !== 0,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(HEADER_BYTES + 4 * contributors),
  };
}

export function writeRtp(packet: RtpPacket): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + packet.payload.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = 0x80;
  bytes[1] = packet.payloadType | (packet.marker ? 0x80 : 0);
  view.setUint16(2, packet.sequence);
  view.setUint32(4, packet.timestamp);
  view.setUint32(8, packet.ssrc);
  bytes.set(packet.payload, HEADER_BYTES);
  return bytes;
}

export type TelephoneEvent = { readonly digit: string; readonly ended: boolean; readonly duration: number };

const DIGITS = "0123456789*#ABCD";

export function parseTelephoneEvent(payload: Uint8Array): TelephoneEvent | null {
  const digit = DIGITS[payload[0] ?? 255];
  if (digit === undefined || payload.length < 4) return null;
  return { digit, ended: ((payload[1] ?? 0) & 0x80) !== 0, duration: ((payload[2] ?? 0) << 8) | (payload[3] ?? 0) };
}

export function writeTelephoneEvent(event: TelephoneEvent): Uint8Array {
  const code = DIGITS.indexOf(event.digit);
  if (code < 0 || event.digit.length !== 1) throw new RangeError(`${event.digit} is no key of a telephone`);
  return Uint8Array.of(code, (event.ended ? 0x80 : 0) | 10, event.duration >> 8, event.duration & 0xff);
}
