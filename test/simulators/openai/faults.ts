/** How an answer over HTTP goes wrong, byte by byte, and how it is written when it does not. */
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

export type Fault = {
  /** Before the first byte of the answer, headers included. */
  readonly delayMs?: number;
  /** Answers with this instead, in OpenAI's form of an error. */
  readonly refuse?: {
    readonly status: number;
    readonly code?: string;
    readonly param?: string;
    readonly headers?: Record<string, string>;
  };
  /** Takes the request and says nothing. */
  readonly silent?: boolean;
  /** The connection ends after so many bytes of the body. */
  readonly cutAt?: number;
  /** Nothing more comes after so many bytes of the body. */
  readonly stallAt?: number;
  /** Bytes that are neither what was asked for nor said to be anything else. */
  readonly garbage?: boolean;
  /** Pieces in which the body is written; an odd number splits samples. */
  readonly chunkBytes?: number;
  /** Waited between two pieces. */
  readonly gapMs?: number;
};

export type Answer = { readonly type: string; readonly body: Buffer };

/** Resolves when all is written that ever will be. */
export async function answerWith(response: ServerResponse, answer: Answer, fault: Fault): Promise<void> {
  if (fault.delayMs !== undefined) await delay(fault.delayMs);
  if (fault.silent === true || response.destroyed) return;
  if (fault.refuse !== undefined) return refuse(response, fault.refuse);
  if (fault.garbage === true) {
    response.socket?.end("\u0000\u0001 this is no HTTP\r\n\r\n");
    return;
  }
  const { type, body } = answer;
  const end = Math.min(body.length, fault.cutAt ?? Infinity, fault.stallAt ?? Infinity);
  response.writeHead(200, { "content-type": type });
  response.flushHeaders();
  const step = fault.chunkBytes ?? Math.max(1, end);
  for (let at = 0; at < end; at += step) {
    if (at > 0 && fault.gapMs !== undefined) await delay(fault.gapMs);
    if (response.destroyed) return;
    await new Promise((resolve) => response.write(body.subarray(at, Math.min(end, at + step)), resolve));
  }
  if (fault.cutAt !== undefined) response.destroy();
  else if (fault.stallAt === undefined) response.end();
}

function refuse(response: ServerResponse, { status, code, param, headers }: NonNullable<Fault["refuse"]>): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  const error = { message: `no: ${SECRET_IN_ERRORS}`, type: "some_error", code: code ?? null, param: param ?? null };
  response.end(JSON.stringify({ error }));
}

/** Servers repeat in their errors what they were sent; nobody is to see this. */
export const SECRET_IN_ERRORS = "sk-repeated-by-the-server";
