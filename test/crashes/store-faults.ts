/** Faults of the process, the disk and the database: what happens to calls, money, pages, upgrades and backups. */
import Database from "better-sqlite3";
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { FAILPOINTS, type Failpoint } from "../../src/lib/failpoint.ts";
import { makeBackup } from "../../src/store/backup.ts";
import { newestSchema } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/store.ts";
import type { Fault } from "./fault.ts";
import { inWorld, type Trial, type World } from "./rig.ts";

const MIGRATIONS = new URL("../../src/store/migrations/", import.meta.url).pathname;
const of = (area: string): readonly Failpoint[] => FAILPOINTS.filter((name) => name.startsWith(`${area}.`));
const random = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least + 1));

/** The first time that it comes by, and then at any time. */
const killedAt = (at: Failpoint): Fault => ({
  name: `SIGKILL at ${at}`,
  times: 2,
  cause: (nth) => inWorld((world) => world.work({ at, nth: nth === 0 ? 1 : random(2, 12) })),
});

const killedInRecovery = (at: Failpoint): Fault => ({
  name: `SIGKILL at ${at}`,
  times: 2,
  cause: () =>
    inWorld(async (world) => {
      await world.work({ afterFacts: random(80, 160) });
      // Again and again, a little further each time.
      for (let nth = 1; nth <= 3; nth += 1) await world.start({ at, nth });
    }),
});

const killedInUpgrade = (at: Failpoint): Fault => ({ name: `SIGKILL at ${at}`, times: 2, cause: () => upgrade(at) });

async function upgrade(at: Failpoint): Promise<Trial> {
  return await inWorld(async (world) => {
    rmSync(join(world.folder, "commits.count"));
    for (const name of readdirSync(world.folder)) if (name.startsWith("outdial.db")) rmSync(join(world.folder, name));
    oldDatabase(join(world.folder, "outdial.db"), world.accountId);
    for (let nth = 1; nth <= 2; nth += 1) await world.start({ at, nth });
  });
}

/** As a version of before has left it. */
function oldDatabase(path: string, accountId: string): void {
  const db = new Database(path);
  for (const name of readdirSync(MIGRATIONS).toSorted()) {
    const version = Number(name.slice(0, 3));
    if (version > Math.min(8, newestSchema() - 1)) continue;
    db.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
    db.pragma(`user_version = ${version}`);
  }
  db.prepare("INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES(?, 1, 't')").run(accountId);
  const ledger = db.prepare("INSERT INTO ledger_account(id, account_id, kind) VALUES(?, ?, ?)");
  for (const kind of ["available", "held"]) ledger.run(`${accountId}:${kind}`, accountId, kind);
  db.close();
}

const killedInRestore = (at: Failpoint): Fault => ({
  name: `SIGKILL at ${at}`,
  times: 2,
  cause: () =>
    inWorld(async (world) => {
      await world.work({ afterFacts: random(40, 80) });
      // What came after the backup may be gone; what came before it may not.
      const file = join(world.folder, "taken.db");
      await makeBackup(world.folder, file);
      if ((await world.restore({ at, nth: 1 }, file)) !== "died") throw new Error(`${at} was not come by`);
    }),
});

const RANDOM: Fault = {
  name: "SIGKILL at any moment",
  times: 5,
  cause: () => inWorld((world) => world.work({ afterFacts: random(1, 250) })),
};

const AGAIN_AND_AGAIN: Fault = {
  name: "SIGKILL ten times in a row",
  times: 1,
  cause: () =>
    inWorld(async (world) => {
      for (let nth = 0; nth < 10; nth += 1) await world.work({ afterFacts: random(1, 60) });
    }),
};

/** What no program can prevent is at least noticed: the trial's loss is that it was not. */
function noticed(name: string, damage: (folder: string) => void, sees: RegExp): Fault {
  return {
    name,
    times: 2,
    cause: () =>
      inWorld(async (world) => {
        // Not so much that the log has begun anew.
        await world.work({ afterFacts: 40 });
        const copy = copyOf(world);
        damage(copy);
        const said = sayingOf(copy);
        if (!sees.test(said)) throw new Error(`${name} went unnoticed: ${said}`);
        rmSync(copy, { recursive: true });
      }),
  };
}

function copyOf({ folder }: World): string {
  const copy = join(folder, "damaged");
  mkdirSync(copy);
  for (const name of ["outdial.db", "outdial.db-wal", "commits.count"]) {
    if (readdirSync(folder).includes(name)) copyFileSync(join(folder, name), join(copy, name));
  }
  return copy;
}

/** What a start on it says. */
function sayingOf(folder: string): string {
  try {
    const store = openStore({ folder, onEffectError: () => {} });
    const problems = store.verify();
    store.close();
    return problems.length === 0 ? "nothing" : problems.join("; ");
  } catch (error) {
    return String(error);
  }
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
  writeFileSync(path, bytes);
}

const LOG = "outdial.db-wal";
const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;

const MB = 1024 * 1024;
const FILES = ["outdial.db", "outdial.db-wal", "commits.count"];

/** A real one, of a few megabytes, which only root can mount: full in the middle of calls, and then with room again. */
const FULL_DISK: Fault = {
  name: "the disk is full for a while, then SIGKILL",
  times: 2,
  cause: () =>
    inWorld(async (world) => {
      const disk = join(world.folder, "disk");
      mkdirSync(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", disk], { stdio: "ignore" });
      try {
        for (const name of FILES) if (existsSync(join(world.folder, name))) move(name, world.folder, disk);
        writeFileSync(join(disk, "ballast"), Buffer.alloc(9 * MB));
        let [refused, after] = [0, 0];
        await world.suffer(disk, ({ type }) => {
          if (type === "refused") refused += 1;
          if (refused === 10) rmSync(join(disk, "ballast"), { force: true });
          if (refused >= 10 && type === "placed") after += 1;
          return after === 20 ? "die" : "go on";
        });
        for (const name of FILES) if (existsSync(join(disk, name))) move(name, disk, world.folder);
      } finally {
        execFileSync("umount", [disk]);
      }
    }),
};

const FAILING_DISK: Fault = {
  name: "a write to the disk fails (EIO)",
  times: 3,
  cause: () => inWorld((world) => world.workOnFailingDisk(random(10, 60))),
};

/** As SQLite's own tests do it. */
const KILLED_IN_WRITE: Fault = {
  name: "SIGKILL in the middle of a write to the disk",
  times: 5,
  cause: () => inWorld((world) => world.dieWritingThrough(random(5, 200))),
};

/** Writes that nobody waited for are there, or a part of them, or none. */
const POWER_LOSS: Fault = {
  name: "the power is cut: writes that were not written through are lost",
  times: 3,
  cause: (nth) => inWorld((world) => world.losePower(random(30, 250), [0, 1, Math.random()][nth % 3] ?? 0)),
};

/** Somebody looks at the database with a tool of theirs, and has begun to write. */
const LOCKED: Fault = {
  name: "the database is locked by somebody else for a while, then SIGKILL",
  times: 1,
  cause: () =>
    inWorld(async (world) => {
      let other: Database.Database | null = null;
      let [refused, after] = [0, 0];
      await world.suffer(world.folder, ({ type }) => {
        if (type === "ended" && other === null) {
          other = new Database(join(world.folder, "outdial.db"), { timeout: 10_000 });
          other.exec("BEGIN IMMEDIATE");
        }
        if (type === "refused" && (refused += 1) === 1) other?.close();
        if (refused > 0 && type === "placed") after += 1;
        return after === 20 ? "die" : "go on";
      });
    }),
};

function move(name: string, from: string, to: string): void {
  copyFileSync(join(from, name), join(to, name));
  rmSync(join(from, name));
}

export const STORE_FAULTS: readonly Fault[] = [
  ...["call", "question", "reply", "money", "reload", "share", "commit", "backup"].flatMap(of).map(killedAt),
  ...of("reconcile").map(killedInRecovery),
  ...of("migration").map(killedInUpgrade),
  ...of("restore").map(killedInRestore),
  RANDOM,
  AGAIN_AND_AGAIN,
  // In a container that may not mount there is no such disk.
  ...(mayMount() ? [FULL_DISK] : []),
  ...(mayTrace() ? [FAILING_DISK, KILLED_IN_WRITE, POWER_LOSS] : []),
  LOCKED,
  noticed("the end of the write-ahead log is cut off", cutLog, /commits before the start at .* are lost/),
  noticed(
    "a bit of the write-ahead log is wrong",
    (folder) => flip(join(folder, LOG), middleFrame(folder) + 500),
    /are lost/,
  ),
  noticed("the write-ahead log is removed", (folder) => rmSync(join(folder, LOG)), /are lost|damaged/),
  noticed("the database's first page is overwritten", (folder) => overwrite(folder), /damaged.*npm run restore/),
];

function cutLog(folder: string): void {
  truncateSync(join(folder, LOG), middleFrame(folder) + 100);
}

/**
 * Where a frame begins in the middle of the log; behind the log's own end lies what an earlier round has left. Not its
 * last: that may be of a commit that nobody had been told of yet when the kill came.
 */
function middleFrame(folder: string): number {
  const log = readFileSync(join(folder, LOG));
  const salt = log.subarray(16, 24);
  let frames = 0;
  for (let at = HEADER_BYTES; at + FRAME_BYTES <= log.length; at += FRAME_BYTES, frames += 1) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
  }
  if (frames < 40) throw new Error("the write-ahead log has just begun anew");
  return HEADER_BYTES + Math.floor(frames / 2) * FRAME_BYTES;
}

function overwrite(folder: string): void {
  rmSync(join(folder, LOG), { force: true });
  writeFileSync(join(folder, "outdial.db"), Buffer.alloc(16 * 4096, 0xff));
}

function mayMount(): boolean {
  return process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"], { stdio: "ignore" }).status === 0;
}

function mayTrace(): boolean {
  return spawnSync("strace", ["-qq", "-o", "/dev/null", "true"], { stdio: "ignore" }).status === 0;
}
