/**
 * A disk of a few megabytes that can be filled and turn read-only, for root. Where the machine has loop devices it is
 * ext4 in a file, and read-only the way a real one becomes it: the file system meets an error and takes no write any
 * more, not even of files that are open. Elsewhere, as in most containers, it is of memory, and the kernel answers one
 * process as such a disk would.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const MB = 1024 * 1024;

export type BreakableDisk = {
  /** Where it is mounted. */
  readonly path: string;
  readonly kind: "ext4" | "tmpfs";
  /** Leaves so many bytes free. */
  fill(leaveBytes: number): void;
  /** Every file that `fill` has written goes. */
  empty(): void;
  /** From now on nothing can be written, by this process at least. */
  breakFor(processId: number): Promise<void>;
  /** Repaired, as far as that is needed, and mounted anew. The process is gone. */
  mount(how: "ro" | "rw"): void;
  close(): void;
};

export const mayBreakDisks =
  process.getuid?.() === 0 &&
  statusOf("unshare", "-m", "true") === 0 &&
  statusOf("strace", "-qq", "-o", "/dev/null", "true") === 0;

/** Mounted in the folder, which has to be on a disk with so much room. Throws when it cannot be mounted. */
export function makeBreakableDisk(folder: string, megabytes: number): BreakableDisk {
  const path = join(folder, "disk");
  mkdirSync(path);
  const device = loopDevice(join(folder, "disk.img"), megabytes);
  if (device === null) {
    run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", path);
    return { ...common(path), ...tmpfs(path) };
  }
  run("mount", "-o", "errors=remount-ro", device, path);
  return { ...common(path), ...ext4(path, device) };
}

/** With an empty file system on it; null where there is none to be had, or none that can be made to fail. */
function loopDevice(image: string, megabytes: number): string | null {
  // No blocks that only root may use: they are root's here.
  const made =
    statusOf("truncate", "-s", `${megabytes}M`, image) === 0 &&
    statusOf("mkfs.ext4", "-q", "-F", "-m", "0", image) === 0;
  if (!made) return null;
  const { status, stdout } = spawnSync("losetup", ["--find", "--show", image], { encoding: "utf8" });
  if (status !== 0) return null;
  const device = stdout.trim();
  try {
    accessSync("/sys/fs/ext4/features", constants.F_OK);
    accessSync("/sys/fs/ext4", constants.W_OK);
    return device;
  } catch {
    statusOf("losetup", "--detach", device);
    return null;
  }
}

function common(path: string): Pick<BreakableDisk, "path" | "fill" | "empty"> {
  return {
    path,
    fill(leaveBytes) {
      const { bavail, bsize } = statfsSync(path);
      const wanted = Math.max(0, bavail * bsize - leaveBytes);
      // The last blocks may be needed for where the others are.
      statusOf(
        "dd",
        "if=/dev/zero",
        `of=${path}/ballast-${wanted}`,
        `bs=${MB}`,
        `count=${wanted}`,
        "iflag=count_bytes",
      );
    },
    empty: () => run("sh", "-c", `rm -f ${path}/ballast-*`),
  };
}

function ext4(path: string, device: string): Pick<BreakableDisk, "kind" | "breakFor" | "mount" | "close"> {
  return {
    kind: "ext4",
    async breakFor() {
      writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, "a test of read-only disks");
    },
    mount(how) {
      run("umount", path);
      // 1: there was something to repair.
      const repaired = statusOf("e2fsck", "-f", "-y", device);
      if (repaired !== 0 && repaired !== 1) throw new Error(`e2fsck ended with ${repaired}`);
      run("mount", "-o", `${how},errors=remount-ro`, device, path);
    },
    close() {
      run("umount", path);
      run("losetup", "--detach", device);
    },
  };
}

function tmpfs(path: string): Pick<BreakableDisk, "kind" | "breakFor" | "mount" | "close"> {
  return {
    kind: "tmpfs",
    async breakFor(processId) {
      const words = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", "inject=pwrite64:error=EROFS"];
      // It ends with the process.
      await once(spawn("strace", [...words, "-p", String(processId)], { stdio: "ignore" }), "spawn");
    },
    mount: (how) => run("mount", "-o", `remount,${how}`, path),
    close: () => run("umount", path),
  };
}

function statusOf(command: string, ...words: readonly string[]): number | null {
  return spawnSync(command, words, { stdio: "ignore" }).status;
}

function run(command: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} ended with ${status}: ${stderr}`);
}
