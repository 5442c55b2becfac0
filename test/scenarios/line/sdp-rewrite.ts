/**
 * The one audio stream of an offer or an answer, taken through sockets of our own: only the address and the ports change
 * (RFC 4566 section 5.7 and 5.14, RFC 3605), everything else stays as it was said, hold included.
 */
import { parseSdp, type Offer } from "../../support/sip-peer/sdp.ts";
import type { Address } from "./sip-hop.ts";

/** What the line cannot carry, as one sentence; null when it can. A description without any audio is left alone. */
export function refusalOf(body: string): string | null {
  const media = lines(body).flatMap((line) => {
    const found = /^m=(\S+) (\d+)(\/\d+)? (\S+)/.exec(line);
    return found === null
      ? []
      : [{ kind: found[1], port: Number(found[2]), several: found[3] !== undefined, profile: found[4] }];
  });
  const active = media.filter(({ port }) => port !== 0);
  if (active.length > 1) return `the line carries one stream, not ${active.length}`;
  const [only] = active;
  if (only === undefined) return null;
  if (only.kind !== "audio") return `the line carries audio, not ${only.kind}`;
  if (only.several) return "the line carries one stream, not layers of it";
  if (only.profile !== "RTP/AVP") return `the line carries RTP/AVP, not ${only.profile}`;
  return null;
}

/** Where the sender of this description takes audio, and which; null when it takes none or names no address. */
export function streamOf(body: string): Offer | null {
  const offer = parseSdp(body);
  return offer === null || offer.port === 0 || offer.host === "0.0.0.0" ? null : offer;
}

/** With our address and ports where the sender's were. An address of 0.0.0.0 (hold as of old) and a port of 0 stay. */
export function rewriteSdp(body: string, to: Address & { readonly rtcpPort: number }): string {
  const all = lines(body);
  const firstMedia = all.findIndex((line) => line.startsWith("m="));
  let inAudio = false;
  return all
    .map((line, index) => {
      const media = /^m=(\S+) (\d+)(.*)$/.exec(line);
      if (media !== null) {
        inAudio = media[1] === "audio" && media[2] !== "0";
        return inAudio ? `m=audio ${to.port}${media[3]}` : line;
      }
      const inSession = firstMedia < 0 || index < firstMedia;
      if (!inAudio && !inSession) return line;
      if (/^c=IN IP[46] /.test(line) && !line.endsWith(" 0.0.0.0")) return `c=IN IP4 ${to.host}`;
      if (inAudio && line.startsWith("a=rtcp:")) {
        return `a=rtcp:${to.rtcpPort}${line.includes(" IN ") ? ` IN IP4 ${to.host}` : ""}`;
      }
      return line;
    })
    .join("\r\n");
}

function lines(body: string): readonly string[] {
  return body.split(/\r?\n/);
}
