/** Where this machine's own apt gets Debian from: the mirrors and the keys its sources name. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SetUpError } from "./say.mjs";

const DEBIAN_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const ROLLING = /^(stable|testing|unstable|sid|bookworm|trixie|forky|duke)$/;
/** What a source may say of itself beyond where and what; taken over, so that apt treats the mirror as it always does. */
const OPTIONS = ["Signed-By", "Trusted", "Check-Valid-Until", "Check-Date", "Architectures"];

/**
 * `{ uri, options }` of every source that may be Debian's main archive, the likeliest first. A third party's source
 * can look just like it (`https://example.org/apt bookworm main`), so whoever uses them tries one after the other.
 */
export function debianMirrors(etc = "/etc/apt") {
  const sources = [...sourceFiles(etc)].flatMap(({ path, deb822 }) => {
    const text = readFileSync(path, "utf8");
    return deb822 ? fromStanzas(text) : fromLines(text);
  });
  const main = sources.filter(
    ({ uri, suites, components }) =>
      components.includes("main") && !/security/.test(uri) && suites.some((suite) => ROLLING.test(suite)),
  );
  if (main.length === 0) {
    throw new SetUpError(
      "apt on this machine names no mirror of Debian's main archive (looked in /etc/apt/sources.list and sources.list.d): " +
        "add one, or use Docker.",
    );
  }
  const ranked = main.toSorted((a, b) => likeness(b) - likeness(a));
  return ranked.filter(({ uri }, index) => ranked.findIndex((other) => other.uri === uri) === index);
}

function likeness({ uri, options }) {
  const key = options["Signed-By"] ?? "";
  return (
    (/\/debian\/?$|snapshot\.debian\.org|debian\.list$/.test(uri) ? 2 : 0) +
    (key === "" || key.includes("debian-archive") ? 1 : 0)
  );
}

/** The stanza for one suite of a mirror, in apt's own words. */
export function stanza({ uri, options }, suite) {
  const kept = { ...options };
  delete kept.Architectures;
  // Named and gone, or not named: Debian's own keys where they are, else whatever apt trusts.
  const key = kept["Signed-By"];
  if (key === undefined || (key.startsWith("/") && !existsSync(key.split(/[\s,]/)[0]))) {
    delete kept["Signed-By"];
    if (existsSync(DEBIAN_KEYRING)) kept["Signed-By"] = DEBIAN_KEYRING;
  }
  const lines = Object.entries({ Types: "deb", URIs: uri, Suites: suite, Components: "main", ...kept });
  return lines.map(([name, value]) => `${name}: ${value}\n`).join("");
}

function* sourceFiles(etc) {
  const list = join(etc, "sources.list");
  if (existsSync(list)) yield { path: list, deb822: false };
  const parts = join(etc, "sources.list.d");
  if (!existsSync(parts)) return;
  for (const name of readdirSync(parts).sort()) {
    if (name.endsWith(".sources")) yield { path: join(parts, name), deb822: true };
    if (name.endsWith(".list")) yield { path: join(parts, name), deb822: false };
  }
}

/** One-line form: `deb [signed-by=FILE] URI SUITE COMPONENT...` */
function fromLines(text) {
  return text.split("\n").flatMap((line) => {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]*)/.exec(line);
    if (match === null) return [];
    const [, bracket = "", uri, suite, components] = match;
    const options = {};
    for (const name of OPTIONS) {
      const value = new RegExp(`(?:^|\\s)${name}=(\\S+)`, "i").exec(bracket)?.[1];
      if (value !== undefined) options[name] = value;
    }
    return [{ uri, suites: [suite], components: components.split(/\s+/).filter(Boolean), options }];
  });
}

/** deb822 form: stanzas of fields; a line that begins with a blank continues the field before it. */
function fromStanzas(text) {
  return text.split(/\n[ \t]*\n/).flatMap((block) => {
    const fields = new Map();
    let last = null;
    for (const line of block.split("\n")) {
      if (line.startsWith("#")) continue;
      const match = /^([A-Za-z-]+):[ \t]*(.*)$/.exec(line);
      if (match !== null) {
        last = match[1].toLowerCase();
        fields.set(last, match[2]);
      } else if (last !== null && /^\s+\S/.test(line)) fields.set(last, `${fields.get(last)}\n${line}`);
    }
    const words = (name) => (fields.get(name) ?? "").split(/\s+/).filter(Boolean);
    if (!words("types").includes("deb") || /^(no|false|0)$/i.test(fields.get("enabled") ?? "")) return [];
    const named = OPTIONS.map((name) => [name, fields.get(name.toLowerCase())]).filter(
      ([, value]) => value !== undefined,
    );
    const options = Object.fromEntries(named);
    return words("uris").map((uri) => ({ uri, suites: words("suites"), components: words("components"), options }));
  });
}
