/**
 * onnxruntime's WebAssembly build, one processor thread: pure JavaScript, the same on every kind of machine, and quick
 * enough for small models. Its binary is a file of the package; by itself it would fetch it over HTTP.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type * as ort from "onnxruntime-web/wasm";

export type OnnxRuntime = typeof ort;

export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  const require = createRequire(import.meta.url);
  const runtime = await import("onnxruntime-web/wasm");
  runtime.env.wasm.numThreads = 1;
  runtime.env.logLevel = "error";
  runtime.env.wasm.wasmBinary = await readBinary(require.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"));
  runtime.env.wasm.wasmPaths = {
    mjs: pathToFileURL(require.resolve("onnxruntime-web/ort-wasm-simd-threaded.mjs")).href,
  };
  return runtime;
}

async function readBinary(path: string): Promise<ArrayBuffer> {
  const bytes = await readFile(path);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
