/** Colours, only where a person sees them: on a terminal, and not with NO_COLOR. */
import { styleText } from "node:util";

const STYLES = {
  assistant: "cyan",
  business: "yellow",
  quiet: "dim",
  good: "green",
  bad: "red",
  strong: "bold",
} as const;

export type Paint = (style: keyof typeof STYLES, text: string) => string;

export const plain: Paint = (_, text) => text;

/** For what is written to this stream. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(STYLES[style], text, { stream });
}
