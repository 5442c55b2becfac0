/**
 * Whom Asterisk runs as. A SIP stack reads what strangers send, so it gets no privilege it can lose: started as root,
 * it becomes `nobody` without capabilities and can gain none; started as anybody else, it stays that and can gain none.
 */
import { lchownSync } from "node:fs";

export type RunAs = { readonly uid: number; readonly gid: number };

const NOBODY: RunAs = { uid: 65534, gid: 65534 };

/** Null when we are not root: then Asterisk is whoever we are. */
export function unprivilegedUser(): RunAs | null {
  return process.getuid?.() === 0 ? NOBODY : null;
}

export function giveTo(path: string, owner: RunAs | null): void {
  if (owner !== null) lchownSync(path, owner.uid, owner.gid);
}

/**
 * The words before the program's own. Priority keeps a busy machine from turning into lasting audio delay: its channel
 * driver never catches up on a stall. Without the right to it `nice` says so and goes on.
 */
export function dropPrivileges(owner: RunAs | null): readonly string[] {
  const limits = ["/bin/sh", "-c", 'ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -H -n)"; exec "$@"', "sh"];
  const common = ["--no-new-privs"];
  if (owner === null) return [...limits, "setpriv", ...common];
  const become = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", "--bounding-set=-all"];
  return [...limits, "nice", "-n", "-10", "setpriv", ...become, ...common];
}
