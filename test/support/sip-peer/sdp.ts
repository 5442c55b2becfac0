/** The part of an offer and an answer that concerns one audio stream (RFC 4566, RFC 3264). */
import type { Codec, CodecName } from "../rtp-stream.ts";

export type Offer = {
  readonly host: string;
  readonly port: number;
  readonly codecs: readonly Codec[];
  readonly eventPayloadType: number | null;
  readonly direction: Direction;
};

export type Direction = "sendrecv" | "sendonly" | "recvonly" | "inactive";

const NAMES: Readonly<Record<string, CodecName>> = { "PCMU/8000": "pcmu", "PCMA/8000": "pcma", "L16/16000": "l16" };
const STATIC: Readonly<Record<number, string>> = { 0: "PCMU/8000", 8: "PCMA/8000" };

export function parseSdp(body: string): Offer | null {
  const lines = body.split(/\r?\n/);
  const media = lines.map((line) => /^m=audio (\d+) \S+ (.+)$/.exec(line)).find((match) => match !== null);
  if (media === undefined || media === null) return null;
  const maps = new Map(
    lines.flatMap((line): [number, string][] => {
      const map = /^a=rtpmap:(\d+) ([^/]+\/\d+)/.exec(line);
      return map === null ? [] : [[Number(map[1]), map[2] ?? ""]];
    }),
  );
  const types = (media[2] ?? "").split(" ").map(Number);
  const named = types.map((type) => [type, maps.get(type) ?? STATIC[type] ?? ""] as const);
  return {
    host: lines.map((line) => /^c=IN IP4 (\S+)/.exec(line)?.[1]).find((host) => host !== undefined) ?? "127.0.0.1",
    port: Number(media[1]),
    codecs: named.flatMap(([payloadType, name]): Codec[] => {
      const codec = NAMES[name];
      return codec === undefined ? [] : [{ name: codec, payloadType, sampleRateHz: codec === "l16" ? 16_000 : 8000 }];
    }),
    eventPayloadType: named.find(([, name]) => name.startsWith("telephone-event/"))?.[0] ?? null,
    direction: directionOf(lines),
  };
}

function directionOf(lines: readonly string[]): Direction {
  const found = lines
    .map((line) => /^a=(sendrecv|sendonly|recvonly|inactive)$/.exec(line)?.[1])
    .find((d) => d !== undefined);
  return found === "sendonly" || found === "recvonly" || found === "inactive" ? found : "sendrecv";
}

export function writeSdp(stream: {
  readonly host: string;
  readonly port: number;
  readonly codec: Codec;
  readonly eventPayloadType: number | null;
  readonly direction: Direction;
  readonly version: number;
}): string {
  const { host, port, codec, eventPayloadType, direction, version } = stream;
  const encodings: Record<CodecName, string> = { pcmu: "PCMU/8000", pcma: "PCMA/8000", l16: "L16/16000" };
  const events = eventPayloadType === null ? "" : ` ${eventPayloadType}`;
  const lines = [
    "v=0",
    `o=peer 1 ${version} IN IP4 ${host}`,
    "s=-",
    `c=IN IP4 ${host}`,
    "t=0 0",
    `m=audio ${port} RTP/AVP ${codec.payloadType}${events}`,
    `a=rtpmap:${codec.payloadType} ${encodings[codec.name]}`,
  ];
  if (eventPayloadType !== null) {
    lines.push(`a=rtpmap:${eventPayloadType} telephone-event/8000`, `a=fmtp:${eventPayloadType} 0-16`);
  }
  return [...lines, "a=ptime:20", `a=${direction}`, ""].join("\r\n");
}
