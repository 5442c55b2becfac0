#!/usr/bin/env node
/**
 * Builds the container image and runs it, without Docker: `node scripts/container-check.mjs`, by hand, as root on
 * Debian, with the packages buildah and mmdebstrap; about ten minutes and 15 GB of disk while it works. It shows that
 * the image builds from asterisk/Dockerfile, that it holds the speech models and not what brought them, that its
 * unprivileged user can load them, and that the demo call succeeds. It does not show what compose adds: the read-only
 * root, the dropped capabilities, limits, published ports.
 *
 * The Dockerfile is built as it is but for its FROM line: the base is made here, of Debian's packages, this machine's
 * npm and the project's Node. Everything lies in one folder, which is removed at the end.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const PROJECT = resolve(import.meta.dirname, "..");
const NODE = join(PROJECT, `node_modules/node-linux-${process.arch}/bin/node`);
/** Where the certificate of whoever signs this machine's TLS goes, if the environment names one. */
const CERTIFICATE = "/etc/ssl/machine.pem";

const places = { work: "" };
const began = Date.now();

function tell(line) {
  console.log(`[${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s] ${line}`);
}

function run(program, args, { quiet = false, may = false } = {}) {
  const env = {
    ...process.env,
    STORAGE_DRIVER: "vfs",
    BUILDAH_ISOLATION: "chroot",
    CONTAINERS_STORAGE_CONF: join(places.work, "storage.conf"),
  };
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env,
    cwd: PROJECT,
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", quiet ? "pipe" : "inherit"],
  });
  if (status === 0) return stdout.trim();
  if (may) return null;
  throw new Error(`${program} ${args.join(" ")} failed: ${error?.message ?? `${stdout}${stderr ?? ""}`.slice(-3000)}`);
}

function demandTools() {
  const missing = ["buildah", "mmdebstrap"].filter((name) => run("which", [name], { quiet: true, may: true }) === null);
  if (process.getuid?.() !== 0) throw new Error("This needs root: it makes a root file system.");
  if (missing.length > 0) throw new Error(`Install ${missing.join(" and ")}: apt-get install ${missing.join(" ")}`);
  if (!existsSync(NODE)) throw new Error("Run npm run set-up first: the image's Node is the project's.");
}

/** What node:24-bookworm-slim is: Debian 12, Node, npm, a user. */
function makeBase() {
  const root = join(places.work, "root");
  const mirrors = run("apt-get", ["indextargets", "--format", "$(REPO_URI)"], { quiet: true }).split("\n");
  const mirror = mirrors.find((uri) => /\/debian\/?$/.test(uri)) ?? "http://deb.debian.org/debian";
  const validity = '--aptopt=Acquire::Check-Valid-Until "false"';
  const options = ["--variant=apt", "--mode=root", "--include=ca-certificates", validity, "--quiet"];
  run("mmdebstrap", [...options, "bookworm", root, mirror], { quiet: true });
  cpSync(NODE, join(root, "usr/local/bin/node"), { dereference: true });
  // <folder>/bin/npm-cli.js is what the command is a link to.
  const npm = dirname(dirname(realpathSync(run("which", ["npm"]))));
  cpSync(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  run("chroot", [root, "ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", "/usr/local/bin/npm"]);
  run("chroot", [root, "useradd", "--uid", "1000", "--create-home", "node"]);
  const certificate = process.env.PIP_CERT ?? process.env.NODE_EXTRA_CA_CERTS;
  if (certificate !== undefined) cpSync(certificate, join(root, CERTIFICATE), { dereference: true });
  const container = run("buildah", ["from", "scratch"]);
  run("buildah", ["add", container, root, "/"], { quiet: true });
  if (certificate !== undefined) {
    for (const name of ["NODE_EXTRA_CA_CERTS", "PIP_CERT"]) {
      run("buildah", ["config", "--env", `${name}=${CERTIFICATE}`, container]);
    }
  }
  run("buildah", ["commit", "--quiet", "--rm", container, "localhost/outdial-base"]);
  rmSync(root, { recursive: true });
}

function buildImage() {
  const text = readFileSync(join(PROJECT, "asterisk/Dockerfile"), "utf8");
  const dockerfile = join(places.work, "Dockerfile");
  writeFileSync(dockerfile, text.replace(/^FROM .*$/m, "FROM localhost/outdial-base"));
  const ignored = `--ignorefile=${join(PROJECT, ".dockerignore")}`;
  run("buildah", ["bud", "--network=host", ignored, "-f", dockerfile, "-t", "localhost/outdial", PROJECT]);
}

/** Loads both large models, in the image. */
const LOAD = `
  import { findNeuralModels } from "./src/lib/speech-models.ts";
  import sherpa from "sherpa-onnx-node";
  const found = findNeuralModels(process.env);
  if (found.missing) throw new Error(found.missing.join("; "));
  const { moonshine: { encoder, decoder, tokens }, piper } = found.models;
  const common = { numThreads: 1, provider: "cpu" };
  new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: 16000, featureDim: 80 },
    modelConfig: { ...common, moonshine: { encoder, mergedDecoder: decoder }, tokens },
  });
  const voice = new sherpa.OfflineTts({ model: { ...common, vits: piper }, maxNumSentences: 1 });
  const { samples, sampleRate } = voice.generate({ text: "The container speaks.", sid: 0, speed: 1 });
  console.log((samples.length / sampleRate).toFixed(1) + " s of speech");`;

function checkImage() {
  const container = run("buildah", ["from", "localhost/outdial"]);
  const inside = (words, options) =>
    run("buildah", ["run", "--network=host", "--user=node", container, "--", ...words], options);
  tell(`user: ${inside(["id"])}`);
  tell(`size: ${run("buildah", ["images", "--format", "{{.Size}}", "localhost/outdial"])}`);
  tell(`models: ${inside(["du", "-sh", "var/models"])}`);
  const writable = inside(["find", "var/models", "set-up", "src", "bin", "-writable"]);
  if (writable !== "") throw new Error(`The unprivileged user can write:\n${writable}`);
  const left = inside([
    "sh",
    "-c",
    "ls -d /root/.cache /root/.npm var/set-up/models 2>/dev/null; command -v pip3 || true",
  ]);
  if (left !== "") throw new Error(`The image holds what only its making needed:\n${left}`);
  const node = `node_modules/node-linux-${process.arch}/bin/node`;
  tell(`models load and speak: ${inside([node, "--input-type=module", "--eval", LOAD])}`);
  tell("doctor and demo:");
  const doctor = JSON.parse(inside(["./bin/outdial", "doctor", "--json"], { may: true }) ?? "null");
  for (const { name, ok, warning, found, problem } of doctor?.checks ?? []) {
    if (!ok || warning || name === "speech models") console.log(`    ${name}: ${found ?? problem}`);
  }
  if (doctor?.ok !== true) throw new Error("The doctor says that no call can be placed.");
  console.log(inside(["./bin/outdial", "demo"]).replace(/^/gm, "    "));
}

demandTools();
places.work = mkdtempSync("/var/tmp/outdial-container-");
mkdirSync(join(places.work, "storage"));
writeFileSync(
  join(places.work, "storage.conf"),
  `[storage]\ndriver = "vfs"\ngraphroot = "${places.work}/storage"\nrunroot = "${places.work}/run"\n`,
);
try {
  tell("making the base");
  makeBase();
  tell("building the image");
  buildImage();
  tell("looking into it");
  checkImage();
  tell("The image builds, holds the models, and places the demo call as its unprivileged user.");
} finally {
  run("buildah", ["rm", "--all"], { quiet: true, may: true });
  rmSync(places.work, { recursive: true, force: true });
}
