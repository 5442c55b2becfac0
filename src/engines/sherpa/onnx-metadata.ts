/**
 * The facts that an ONNX file carries about itself, which sherpa-onnx's models have ("model_type" and the like). They are
 * the last thing in such a file, so its end is enough: the models themselves are hundreds of megabytes.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const END_BYTES = 64 * 1024;
/** A pair of protocol-buffer strings, each with a length that fits one byte: `key`, then `value`. */
const PAIR = /\n([\u0001-\u007f])([A-Za-z0-9_-]+)\u0012([\u0000-\u007f])/g;

/** Empty when the file cannot be read or says nothing. */
export function readOnnxMetadata(path: string): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  const end = endOf(path);
  for (const match of end.matchAll(PAIR)) {
    const [whole, keyLength = "", key = "", valueLength = ""] = match;
    if (keyLength.charCodeAt(0) !== key.length) continue;
    const at = match.index + whole.length;
    facts.set(key, end.slice(at, at + valueLength.charCodeAt(0)));
  }
  return facts;
}

function endOf(path: string): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return "";
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, END_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("latin1");
  } catch {
    return "";
  } finally {
    closeSync(file);
  }
}
