/**
 * An apt of our own: one source, a folder for all it writes, and the belief that nothing is installed. Proxies,
 * certificates and logins stay the machine's; its hooks, preferences and other sources do not apply, so that nothing
 * outside the folder changes.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stanza } from "./mirror.mjs";
import { attempt, run } from "./run.mjs";
import { SetUpError } from "./say.mjs";

/** `{ folder, uri, suite, run(args), attempt(args) }` for one suite of one mirror. */
export async function aptFor(folder, mirror, suite) {
  for (const name of ["lists/partial", "cache/archives/partial", "nothing/partial"])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "status"), "");
  writeFileSync(join(folder, "debian.sources"), stanza(mirror, suite));
  const settings = {
    "Dir::State": folder,
    "Dir::State::lists": join(folder, "lists"),
    "Dir::State::status": join(folder, "status"),
    "Dir::Cache": join(folder, "cache"),
    "Dir::Etc::SourceList": join(folder, "debian.sources"),
    "Dir::Etc::SourceParts": "/dev/null",
    "Dir::Etc::Main": "/dev/null",
    "Dir::Etc::Parts": "/dev/null",
    "Dir::Etc::Preferences": "/dev/null",
    "Dir::Etc::PreferencesParts": "/dev/null",
    "Dir::Log": folder,
    "APT::Architecture": await architecture(),
    "APT::Install-Recommends": "false",
    "Acquire::Languages": "none",
    "Acquire::Retries": "3",
    // The folder is ours, perhaps below one that the _apt user cannot enter.
    "APT::Sandbox::User": "root",
  };
  const own = Object.entries(settings).map(([key, value]) => `${key} "${value}";\n`);
  const path = join(folder, "apt.conf");
  writeFileSync(path, [...(await machineAcquire()), ...own].join(""));
  const env = { APT_CONFIG: path, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  return {
    folder,
    suite,
    uri: mirror.uri,
    attempt: (program, args) => attempt(program, args, { env }),
    run: (program, args, options) => run(program, args, { ...options, env }),
  };
}

async function architecture() {
  const printed = await run("dpkg", ["--print-architecture"], {
    explain: "What is missing comes from Debian's packages.",
  });
  return printed.trim();
}

/** The lines of the machine's configuration that say how to fetch. */
async function machineAcquire() {
  const dump = await run("apt-config", ["dump"], { explain: "What is missing comes from Debian's packages." });
  const lines = dump
    .split("\n")
    .filter((line) => line.startsWith("Acquire::") && !/^Acquire::(Languages|Retries|IndexTargets)\b/.test(line));
  return lines.map((line) => `${line}\n`);
}

/**
 * Fetches the index, its signature checked. One past its validity date (frozen and air-gapped mirrors have such) is
 * taken all the same; the date is the answer, else null.
 */
export async function fetchIndex(apt) {
  // What another suite or mirror left behind would be read too.
  rmSync(join(apt.folder, "lists"), { recursive: true, force: true });
  mkdirSync(join(apt.folder, "lists/partial"), { recursive: true });
  const args = ["update", "-o", "APT::Update::Error-Mode=any"];
  const first = await apt.attempt("apt-get", args);
  if (first.code !== 0) {
    await apt.run("apt-get", [...args, "-o", "Acquire::Check-Valid-Until=false"], {
      explain: `Debian's package index could not be fetched from ${apt.uri}; check the network and try again. apt-get says:`,
    });
  }
  return expiryOfIndex(join(apt.folder, "lists"));
}

function expiryOfIndex(lists) {
  for (const name of readdirSync(lists).filter((entry) => entry.endsWith("Release"))) {
    const until = /^Valid-Until: (.+)$/m.exec(readFileSync(join(lists, name), "utf8"))?.[1];
    if (until !== undefined && Date.parse(until) < Date.now()) return until;
  }
  return null;
}

/** `{ debian, upstream }` of the newest version of a package on offer, null when there is none. */
export async function offered(apt, name) {
  const shown = await apt.attempt("apt-cache", ["show", "--no-all-versions", name]);
  const debian = /^Version: (\S+)$/m.exec(shown.stdout)?.[1];
  const upstream = /^(?:\d+:)?(\d+(?:\.\d+)+)/.exec(debian ?? "")?.[1];
  return debian === undefined || upstream === undefined ? null : { debian, upstream };
}

/** What a package needs, itself included: `[{ file, bytes }]`, in the folder's cache or not. */
export async function closure(apt, name) {
  // Asked with an empty cache, so that what an interrupted set-up has fetched already is named too.
  const args = [
    "install",
    "--yes",
    "--print-uris",
    "-qq",
    "-o",
    `Dir::Cache::Archives=${join(apt.folder, "nothing")}`,
    name,
  ];
  const uris = await apt.run("apt-get", args, { explain: `apt-get cannot tell what ${name} needs. It says:` });
  const wanted = uris.split("\n").flatMap((line) => {
    const match = /^'[^']+' (\S+\.deb) (\d+) /.exec(line);
    return match === null ? [] : [{ file: match[1], bytes: Number(match[2]) }];
  });
  if (wanted.length === 0) throw new SetUpError(`apt-get names no packages for ${name}:\n  ${uris.slice(0, 500)}`);
  return wanted;
}
