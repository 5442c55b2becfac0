/**
 * One JSON object out of the bytes of a request, or the refusal that says what is wrong with them: size first, then
 * media type, then UTF-8, syntax and complexity (contract sections 3 and 4). The bytes are kept, because an
 * Idempotency-Key binds to them.
 */
import type { IncomingMessage } from "node:http";
import { Refusal } from "../calls/refusal.ts";

export const BODY_LIMIT_BYTES = 64 * 1024;
/** What is still read of a body over the limit, so that its sender gets to see the answer instead of a reset. */
const DRAIN_LIMIT_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 16;
const MAX_KEYS = 1000;

/** A client that left in the middle of its request: nobody is there to be answered. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

export type JsonObject = { readonly [key: string]: unknown };

/** Every byte of the body, at most 64 KiB of them unless told. */
export function readBytes(request: IncomingMessage, limitBytes = BODY_LIMIT_BYTES): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = (): void =>
      reject(
        new Refusal(
          "body_too_large",
          `The body may have at most ${limitBytes / 1024} KiB (${limitBytes} bytes): shorten it.`,
        ),
      );
    if (Number(request.headers["content-length"] ?? 0) > DRAIN_LIMIT_BYTES) return tooLarge();
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (size > DRAIN_LIMIT_BYTES) {
        request.pause();
        tooLarge();
      }
    });
    const left = (): void => reject(new ClientGone("the client left in the middle of its request"));
    request.once("end", () => {
      request.off("close", left);
      if (size > limitBytes) tooLarge();
      else resolve(Buffer.concat(chunks));
    });
    request.once("error", left);
    request.once("close", left);
  });
}

/** The body's object and the bytes it was read from. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly bytes: Buffer; readonly body: JsonObject }> {
  const bytes = await readBytes(request);
  return { bytes, body: parseObject(request, bytes) };
}

/** For operations without a body: none, or one that is JSON all the same. */
export async function readNoBody(request: IncomingMessage): Promise<Buffer> {
  const bytes = await readBytes(request);
  if (bytes.length > 0) parseObject(request, bytes);
  return bytes;
}

/** The media type without its parameters, in lower case; null when there is none. */
export function mediaType(request: IncomingMessage): string | null {
  const header = request.headers["content-type"];
  return header === undefined ? null : (header.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The JSON object in these bytes. `sent` are the request's headers. */
export function parseObject(request: IncomingMessage, bytes: Buffer): JsonObject {
  const encoding = request.headers["content-encoding"];
  if (bytes.length > 0 && (mediaType(request) !== "application/json" || (encoding ?? "identity") !== "identity")) {
    throw new Refusal(
      "unsupported_media_type",
      "Send the body as uncompressed JSON with the header Content-Type: application/json.",
    );
  }
  const value = parseJson(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("invalid_json", 'The body must be one JSON object, such as {"phone": "+1…", "goal": "…"}.');
  }
  refuseComplexity(value);
  return value as JsonObject;
}

function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("invalid_json", "The body is not UTF-8: encode the JSON as UTF-8.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(
      "invalid_json",
      text.trim() === ""
        ? "A JSON object is needed in the body."
        : "The body is not valid JSON: check quotes, commas and braces.",
    );
  }
}

/** Walks with a list instead of the stack: a hostile body may be 32,000 levels deep. */
function refuseComplexity(root: object): void {
  const open: { value: object; depth: number }[] = [{ value: root, depth: 1 }];
  let keys = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > MAX_DEPTH) {
      throw new Refusal("too_complex", `The body may be nested at most ${MAX_DEPTH} levels deep: flatten it.`);
    }
    if (!Array.isArray(next.value)) keys += Object.keys(next.value).length;
    if (keys > MAX_KEYS) {
      throw new Refusal("too_complex", `The body may have at most ${MAX_KEYS} keys in all: leave some away.`);
    }
    for (const child of Object.values(next.value as JsonObject)) {
      if (typeof child === "object" && child !== null) open.push({ value: child, depth: next.depth + 1 });
    }
  }
}
