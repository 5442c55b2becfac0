import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));
export const VAR = join(PROJECT, "var");

const TRIPLETS = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };
const LOADERS = { x64: "lib64/ld-linux-x86-64.so.2", arm64: "lib/ld-linux-aarch64.so.1" };

/** Debian's name for this machine's kind; undefined when Outdial does not run on it. */
export const TRIPLET = TRIPLETS[process.arch];
export const LOADER = LOADERS[process.arch];
