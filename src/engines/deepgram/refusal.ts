/** Reads what a server said when it refused to open a socket. */
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Refusal } from "./failure.ts";

const BODY_MOST = 4096;
const BODY_WITHIN_MS = 500;

/** Deepgram names its reason in one of these, by the age of the interface. */
const reasonBody = z.looseObject({
  err_msg: z.string().nullish(),
  message: z.string().nullish(),
  reason: z.string().nullish(),
  details: z.string().nullish(),
});

/** Never rejects, and takes half a second at most: the status alone is worth telling too. */
export async function readRefusal(response: IncomingMessage): Promise<Refusal> {
  const { "retry-after": retryAfter, "dg-error": error } = response.headers;
  const body = await firstOf(response);
  return {
    status: response.statusCode ?? 0,
    reason: reasonOf(body) ?? (typeof error === "string" ? error : null),
    retryAfter: retryAfter ?? null,
  };
}

function reasonOf(body: string): string | null {
  try {
    const parsed = reasonBody.safeParse(JSON.parse(body));
    if (!parsed.success) return null;
    const { err_msg: oldest, message, reason, details } = parsed.data;
    return [oldest, message, reason, details].find((text) => text != null && text.trim() !== "") ?? null;
  } catch {
    // A page of some other server: nothing of it belongs into a sentence.
    return null;
  }
}

function firstOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(finish, BODY_WITHIN_MS);
    function finish(): void {
      clearTimeout(timer);
      resolve(Buffer.concat(pieces).toString("utf8"));
    }
    response.on("data", (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length > BODY_MOST) finish();
    });
    response.on("end", finish);
    response.on("error", finish);
    response.on("close", finish);
  });
}
