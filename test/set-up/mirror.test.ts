/** The set-up is plain JavaScript for the user's own Node, so it is imported by address and told its types here. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

type Mirror = { readonly uri: string; readonly options: Readonly<Record<string, string>> };
type MirrorModule = {
  readonly debianMirrors: (etc: string) => readonly Mirror[];
  readonly stanza: (mirror: Mirror, suite: string) => string;
};

const load = async <T>(name: string) => (await import(join(PROJECT_ROOT, "set-up", name))) as T;
const { debianMirrors, stanza } = await load<MirrorModule>("mirror.mjs");
const { isAtLeast } = await load<{ readonly isAtLeast: (version: string, oldest: string) => boolean }>("versions.mjs");

function etc(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "outdial-test-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const uris = (files: Readonly<Record<string, string>>) => debianMirrors(etc(files)).map(({ uri }) => uri);

it("reads Debian's own file, and leaves security aside", () => {
  const text = [
    "Types: deb",
    "# comment",
    "URIs: http://deb.debian.org/debian",
    "Suites: bookworm bookworm-updates",
    "Components: main",
    "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg",
    "",
    "Types: deb",
    "URIs: http://deb.debian.org/debian-security",
    "Suites: bookworm-security",
    "Components: main",
  ].join("\n");
  expect(uris({ "sources.list.d/debian.sources": text })).toEqual(["http://deb.debian.org/debian"]);
});

it("reads the one-line form with its options", () => {
  const text = [
    "# deb http://old.example.org/debian bookworm main",
    "deb-src http://deb.example.org/debian bookworm main",
    "deb [arch=amd64 signed-by=/etc/keys/own.gpg] http://mirror.example.org/debian bookworm main contrib # ours",
    "deb http://mirror.example.org/debian-security bookworm-security main",
  ].join("\n");
  expect(debianMirrors(etc({ "sources.list": text }))).toMatchObject([
    { uri: "http://mirror.example.org/debian", options: { "Signed-By": "/etc/keys/own.gpg" } },
  ]);
});

it("tries what looks like Debian before a third party that names the same release", () => {
  const files = {
    "sources.list.d/azure.list": "deb [signed-by=/k/ms.gpg] https://packages.example.com/azure-cli bookworm main",
    "sources.list.d/debian.list": "deb http://ftp.example.org/debian/ bookworm main",
  };
  expect(uris(files)).toEqual(["http://ftp.example.org/debian/", "https://packages.example.com/azure-cli"]);
});

it("takes over mirror lists, key blocks and the trust of a mirror of one's own", () => {
  const text = [
    "Types: deb deb-src",
    "URIs: mirror+file:///etc/apt/mirrors/debian.list",
    "Suites: bookworm",
    "Components: main",
    "Check-Valid-Until: no",
    "Signed-By:",
    " -----BEGIN PGP PUBLIC KEY BLOCK-----",
    " .",
    " abc",
    " -----END PGP PUBLIC KEY BLOCK-----",
  ].join("\n");
  const [mirror] = debianMirrors(etc({ "sources.list.d/a.sources": text }));
  if (mirror === undefined) throw new Error("no mirror");
  const written = stanza(mirror, "forky");
  expect(written).toContain("URIs: mirror+file:///etc/apt/mirrors/debian.list\nSuites: forky\nComponents: main\n");
  expect(written).toContain("Check-Valid-Until: no\n");
  expect(written).toContain("Signed-By: \n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n");
});

it("leaves out what is switched off, and says so when nothing is left", () => {
  const off = "Enabled: no\nTypes: deb\nURIs: http://deb.debian.org/debian\nSuites: bookworm\nComponents: main\n";
  expect(() => uris({ "sources.list.d/debian.sources": off })).toThrow(/names no mirror of Debian's main archive/);
  expect(() => uris({})).toThrow(/add one, or use Docker/);
});

it("compares versions by their numbers", () => {
  expect(isAtLeast("22.10.1", "22.10.1")).toBe(true);
  expect(isAtLeast("22.9.9", "22.10.1")).toBe(false);
  expect(isAtLeast("23.0", "22.10.1")).toBe(true);
  expect(isAtLeast("22.10", "22.10.1")).toBe(false);
});
