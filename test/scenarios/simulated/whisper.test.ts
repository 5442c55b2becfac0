import { createSocket } from "node:dgram";
import { expect, it } from "vitest";
import { listenForWhispers, openWhisper, readWhisper, writeWhisper } from "./whisper.ts";
import type { WhisperedLine } from "./whisper.ts";

const LINE: WhisperedLine = {
  number: "+14155550100",
  startedAtMs: 1_790_000_000_123.5,
  parts: [{ text: "“Où?” – at nine.", fromMs: 0, toMs: 812.25 }],
};

it("brings a line as it was told, over the wire", async () => {
  const port = await listenForWhispers();
  const whisper = openWhisper(port.port);
  try {
    const heard = new Promise<WhisperedLine>((resolve) => port.onLine(resolve));
    whisper.tell(LINE);
    expect(await heard).toEqual(LINE);
  } finally {
    whisper.close();
    await port.close();
  }
});

it("passes over what is no whisper, and hears the next", async () => {
  const port = await listenForWhispers();
  const stranger = createSocket("udp4");
  const whisper = openWhisper(port.port);
  try {
    const heard = new Promise<WhisperedLine>((resolve) => port.onLine(resolve));
    await new Promise((resolve) => stranger.send("hello", port.port, "127.0.0.1", resolve));
    whisper.tell(LINE);
    expect(await heard).toEqual(LINE);
  } finally {
    stranger.close();
    whisper.close();
    await port.close();
  }
});

it.each([
  "",
  "{",
  "null",
  "[]",
  JSON.stringify({ ...LINE, number: "" }),
  JSON.stringify({ ...LINE, startedAtMs: "now" }),
  JSON.stringify({ ...LINE, parts: [{ text: "at", fromMs: 0 }] }),
  JSON.stringify({ ...LINE, voice: "rms" }),
])("takes %s for no line", (text) => {
  expect(readWhisper(text)).toBeNull();
});

it("writes what it reads", () => {
  expect(readWhisper(writeWhisper(LINE))).toEqual(LINE);
});
