import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { progressBar } from "../../src/cli/terminal/progress-bar.ts";

function written(isTTY: boolean, work: (stream: NodeJS.WriteStream) => void): string {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  work(Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream);
  return text;
}

it("draws one line over itself on a terminal", () => {
  const text = written(true, (stream) => {
    const bar = progressBar(stream);
    bar.show(0.5, "10 businesses");
    bar.show(1, "20 businesses");
    bar.end();
  });
  const [, half = "", whole = ""] = text.split("\r");
  expect(half).toContain(`[${"#".repeat(15)}${"·".repeat(15)}]  50 %  10 businesses`);
  expect(whole).toContain(`[${"#".repeat(30)}] 100 %`);
  expect(text.endsWith("\n")).toBe(true);
});

it("writes a line for each tenth elsewhere, and nothing twice", () => {
  const text = written(false, (stream) => {
    const bar = progressBar(stream);
    for (let row = 0; row <= 1000; row += 1) bar.show(row / 1000, `${row} businesses`);
    for (let row = 0; row < 5; row += 1) bar.show(null, "building the index");
    bar.end();
  });
  expect(text.trim().split("\n")).toHaveLength(12);
  expect(text).not.toContain("\r");
});
