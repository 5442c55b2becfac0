/** Who may import whom, as data: the picture of the house in README.md, kept true. */
import { describe, expect, it } from "vitest";
import { houseOf, importsOf, sourceFiles } from "./source-files.ts";

/** Files right below src/ wire the house together: they may import everything, and no folder imports them but as told. */
/** `files` also names folders, with a slash at the end. */
type Allowed = { readonly folders: readonly string[]; readonly files?: readonly string[] };

const MAY_IMPORT: Readonly<Record<string, Allowed>> = {
  lib: { folders: [] },
  config: { folders: ["lib"] },
  calls: { folders: ["lib"] },
  conversation: { folders: ["calls", "lib"] },
  demo: { folders: ["calls", "conversation", "lib"] },
  engines: { folders: ["lib"], files: ["src/conversation/ports.ts", "src/conversation/audio/"] },
  http: { folders: ["calls", "lib"] },
  pbx: {
    folders: ["calls", "lib"],
    files: ["src/conversation/ports.ts", "src/conversation/hosting.ts", "src/conversation/media-listener.ts"],
  },
  directory: { folders: ["calls", "lib"] },
  payments: { folders: ["calls", "lib"] },
  store: { folders: ["calls", "lib"] },
  mcp: { folders: ["lib"], files: ["src/http/shapes.ts"] },
  cli: { folders: ["config", "lib"], files: ["src/http/shapes.ts", "src/config.ts", "src/demo/business-call.ts"] },
};

/** Packages that a folder may use; folders that are not named may use any. */
const MAY_USE: Readonly<Record<string, RegExp>> = {
  calls: /^libphonenumber-js\/max$/,
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
