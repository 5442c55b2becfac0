/** Who may import whom, as data: the picture of the house in src/README.md, kept true. */
import { describe, expect, it } from "vitest";
import { houseOf, importsOf, sourceFiles } from "./source-files.ts";

/** `files` also names folders, with a slash at the end. */
type Allowed = { readonly folders: readonly string[]; readonly files?: readonly string[] };

/** What is decided around a call: no I/O, no clock. They may use each other. */
const PURE = ["calls", "billing", "policy", "planning", "sharing"];

const MAY_IMPORT: Readonly<Record<string, Allowed>> = {
  lib: { folders: [] },
  config: { folders: ["lib"] },
  language: { folders: ["lib"] },
  ...Object.fromEntries(PURE.map((folder) => [folder, { folders: [...PURE, "language", "lib"] }])),
  conversation: { folders: ["calls", "language", "lib"] },
  demo: { folders: ["calls", "conversation", "language", "lib"] },
  engines: { folders: ["language", "lib"], files: ["src/conversation/ports.ts", "src/conversation/media/"] },
  http: { folders: [...PURE, "lib"] },
  pbx: {
    folders: [...PURE, "lib"],
    files: ["src/conversation/ports.ts", "src/conversation/hosting.ts", "src/conversation/media/media-listener.ts"],
  },
  directory: { folders: [...PURE, "lib"] },
  payments: { folders: [...PURE, "lib"] },
  store: { folders: [...PURE, "lib"] },
  telemetry: { folders: [...PURE, "lib"] },
  webhooks: { folders: [...PURE, "lib"] },
  mcp: { folders: ["lib"], files: ["src/http/api/shapes.ts"] },
  cli: {
    folders: ["config", "lib", "mcp"],
    files: [
      "src/store/suspensions.ts",
      "src/store/beside.ts",
      "src/store/backup.ts",
      "src/store/restore.ts",
      "src/store/exported.ts",
      "src/store/imported.ts",
      "src/directory/exported.ts",
      "src/store/account-keys.ts",
      "src/engines/check-engines.ts",
      "src/engines/languages.ts",
      "src/directory/importing/importer.ts",
      "src/webhooks/signature.ts",
      "src/app/measure-engines.ts",
    ],
  },
  app: {
    folders: [
      ...PURE,
      ...[
        "config",
        "conversation",
        "demo",
        "directory",
        "engines",
        "http",
        "language",
        "lib",
        "mcp",
        "payments",
        "pbx",
        "store",
        "telemetry",
        "webhooks",
      ],
    ],
  },
};

const NOTHING = /^$/;

/** Packages that a folder may use; folders that are not named may use any. */
const MAY_USE: Readonly<Record<string, RegExp>> = {
  calls: NOTHING,
  billing: NOTHING,
  planning: NOTHING,
  sharing: /^libphonenumber-js\/max$/,
  policy: /^libphonenumber-js\/max$/,
  language: NOTHING,
  conversation: /^(ws|zod|pino|node:.*)$/,
};

const files = sourceFiles("src");
const inFolders = files.filter(({ path }) => path.split("/").length > 2);

describe("the house", () => {
  it("knows every folder below src/", () => {
    expect(
      [...new Set(inFolders.map(({ path }) => houseOf(path)))].filter((folder) => !(folder in MAY_IMPORT)),
    ).toEqual([]);
  });

  it.each(Object.entries(MAY_IMPORT))("%s imports only what its place allows", (folder, allowed) => {
    const wrong = inFolders
      .filter(({ path }) => houseOf(path) === folder)
      .flatMap((file) => importsOf(file).map((target) => ({ file: file.path, target })))
      .filter(({ target }) => target.startsWith("src/"))
      .filter(({ target }) => houseOf(target) !== folder && !allowed.folders.includes(houseOf(target)))
      .filter(
        ({ target }) =>
          !(allowed.files ?? []).some((file) => target === file || (file.endsWith("/") && target.startsWith(file))),
      );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(MAY_USE))("%s uses no package beyond its own", (folder, allowed) => {
    const wrong = inFolders
      .filter(({ path }) => houseOf(path) === folder)
      .flatMap((file) => importsOf(file).map((target) => ({ file: file.path, target })))
      .filter(({ target }) => !/^(src|config|asterisk)\//.test(target) && !allowed.test(target));
    expect(wrong).toEqual([]);
  });

  it("keeps tests and the program apart: nothing in src/ imports from test/", () => {
    expect(
      files.filter((file) => importsOf(file).some((target) => target.startsWith("test/"))).map(({ path }) => path),
    ).toEqual([]);
  });
});

it("sees every way to import: types, re-exports, dynamic imports, workers, many lines", () => {
  const text = [
    'import type { A } from "../lib/clock.ts";',
    "import {\n  type B,\n  c,\n} from './phone.ts';",
    'export { d } from "../store/open.ts";',
    'import "node:fs";',
    'const e = await import("../http/app.ts");',
    'new Worker(new URL("./worker.ts", import.meta.url));',
    '// import { no } from "../pbx/ari.ts";',
    '/** import { no } from "../pbx/ari.ts" */',
    'const text = "import x from nowhere";',
  ].join("\n");
  expect(importsOf({ path: "src/calls/desk.ts", text })).toEqual([
    "src/lib/clock.ts",
    "src/calls/phone.ts",
    "src/store/open.ts",
    "node:fs",
    "src/http/app.ts",
    "src/calls/worker.ts",
  ]);
});
