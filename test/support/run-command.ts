/** A command of ours in a process of its own, on the configuration that is named, to its end. */
import { spawn } from "node:child_process";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

export function runCommand(program: string, config: string, parameters: readonly string[] = []): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [program, ...parameters], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, OUTDIAL_CONFIG: config },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (piece: Buffer) => (out += piece.toString()));
    child.stderr.on("data", (piece: Buffer) => (err += piece.toString()));
    child.on("error", fail);
    child.on("close", (code) => done({ code, out, err }));
  });
}
