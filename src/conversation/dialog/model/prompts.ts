/** The prompts, as they stand in readable files beside this one. Read once: every call begins with the same text. */
import { readFileSync } from "node:fs";

export const SYSTEM_PROMPT = prompt("system");
export const LOOK_BACK_PROMPT = prompt("look-back");
export const PLAN_PROMPT = prompt("plan");

function prompt(name: string): string {
  return readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), "utf8").trim();
}
