/** The prompts, as they stand in readable files beside this one. Read once: every call begins with the same text. */
import { readFileSync } from "node:fs";

export const SYSTEM_PROMPT = readFileSync(new URL("./prompts/system.md", import.meta.url), "utf8").trim();
