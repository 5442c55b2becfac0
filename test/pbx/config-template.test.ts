import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigValueError, renderTemplate, serialiseValue } from "../../src/pbx/config-template.ts";
import { cases } from "../support/cases.ts";

type Setting = { readonly section: string; readonly key: string; readonly value: string };

/** How Asterisk 22 reads a configuration file (main/config.c), as far as one file without templates goes. */
function readLikeAsterisk(text: string): readonly Setting[] {
  const settings: Setting[] = [];
  let section = "";
  let inComment = false;
  for (const raw of text.split("\n")) {
    let line = "";
    for (let at = 0; at < raw.length; at += 1) {
      if (inComment) {
        if (raw.startsWith("--;", at)) {
          inComment = false;
          at += 2;
        }
      } else if (raw[at] !== ";") {
        line += raw[at];
      } else if (line.endsWith("\\")) {
        line = `${line.slice(0, -1)};`;
      } else if (raw.startsWith(";--", at) && raw[at + 3] !== "-") {
        inComment = true;
      } else {
        break;
      }
    }
    line = line.trim();
    if (line.startsWith("[")) section = line.slice(1, line.indexOf("]"));
    else if (line.startsWith("#")) settings.push({ section, key: "#", value: line });
    else if (line !== "") {
      const equals = line.indexOf("=");
      const key = equals < 0 ? line : line.slice(0, equals).trim();
      const value = equals < 0 ? "" : line.slice(line[equals + 1] === ">" ? equals + 2 : equals + 1).trim();
      settings.push({ section, key, value });
    }
  }
  return settings;
}

const TEMPLATE = [
  "; {{comment}} stays as it is",
  "[auth]",
  "type = auth",
  "password = {{secret}}",
  "after = here",
  "[other]",
  "option = {{secret}}",
  "",
].join("\n");

describe("a configuration value", () => {
  it("reads back as exactly what it was, and adds no line, section or directive", () => {
    const nasty = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom("\r", "\n", "\0", ";", "-", "[", "]", "\\", "=", ">", "#", " ", "\t", '"', "a", "é"),
        maxLength: 20,
      }),
      fc.constantFrom("x\n[trunk]\ntype=endpoint", "#include /etc/shadow", ";--", "--;", "a\\;b", "\\", "> x", "a;--b"),
    );
    fc.assert(
      fc.property(nasty, (secret) => {
        let text: string;
        try {
          text = renderTemplate(TEMPLATE, { secret });
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigValueError);
          return;
        }
        expect(readLikeAsterisk(text)).toEqual([
          { section: "auth", key: "type", value: "auth" },
          { section: "auth", key: "password", value: secret },
          { section: "auth", key: "after", value: "here" },
          { section: "other", key: "option", value: secret },
        ]);
      }),
      { numRuns: cases(1000) },
    );
  });

  it.each([
    ["a line break", "a\nb"],
    ["a carriage return", "a\rb"],
    ["a NUL", "a\0b"],
    ["another control character", "a\u0085b"],
    ["a space in front", " a"],
    ["a space behind", "a "],
    ["nothing in it", ""],
    ["half a character", "a\ud800"],
    ["more than fits on a line", "a".repeat(1001)],
  ])("is refused with %s", (_what, value) => {
    expect(() => serialiseValue("trunk.password", value)).toThrow(ConfigValueError);
  });

  it("is not shown when it is refused", () => {
    expect(() => serialiseValue("trunk.password", "hunter2\n")).toThrow(/^(?!.*hunter2).*trunk\.password/);
  });

  it("may be an ordinary password with punctuation in it", () => {
    expect(serialiseValue("trunk.password", "a;b=c#d[e]\"f'g\\h i")).toBe("a\\;b=c#d[e]\"f'g\\h i");
  });

  it("may be a number, yes or no, or a list", () => {
    expect(serialiseValue("port", 5060)).toBe("5060");
    expect(serialiseValue("register", true)).toBe("yes");
    expect(serialiseValue("codecs", ["ulaw", "alaw"])).toBe("ulaw,alaw");
    expect(() => serialiseValue("codecs", ["ulaw,!all"])).toThrow(ConfigValueError);
    expect(() => serialiseValue("codecs", [])).toThrow(ConfigValueError);
    expect(() => serialiseValue("port", 50.6)).toThrow(ConfigValueError);
  });
});

describe("a template", () => {
  it("loses the lines of settings that are null", () => {
    expect(renderTemplate("[a]\nb = {{b}}\nc = {{c}}\n", { b: null, c: "d" })).toBe("[a]\nc = d\n");
  });

  it("takes only plain words as the name of a section", () => {
    expect(renderTemplate("[{{name}}]\n", { name: "media_0" })).toBe("[media_0]\n");
    for (const name of ["a]\n[b", "a](!)", "", "a b", "a]"]) {
      expect(() => renderTemplate("[{{name}}]\n", { name })).toThrow(ConfigValueError);
    }
  });

  it("has to be given exactly what it asks for", () => {
    expect(() => renderTemplate("a = {{b}}\n", {})).toThrow("asks for b");
    expect(() => renderTemplate("a = 1\n", { b: "2" })).toThrow("no place for b");
  });

  it("may not let a value stand for a key or a directive", () => {
    expect(() => renderTemplate("{{a}} = 1\n", { a: "b" })).toThrow("only stand for a value");
    expect(() => renderTemplate("#include {{a}}\n", { a: "b" })).toThrow("only stand for a value");
  });
});
