/** A process under measurement, asked by name. */
import { fileURLToPath } from "node:url";
import { startChild } from "../rig/child.ts";

export type Measured = {
  readonly port: number;
  ask<Value>(name: string, argument?: unknown): Promise<Value>;
  end(): Promise<void>;
};

/** Starts a file of this folder. The messages it gets before it listens wait for it. */
export async function measured(file: string): Promise<Measured> {
  const child = startChild(fileURLToPath(new URL(file, import.meta.url)), []);
  const ask = <Value>(name: string, argument: unknown = null): Promise<Value> => child.ask<Value>({ name, argument });
  return {
    port: await ask<number>("port"),
    ask,
    async end() {
      await ask("end");
      await child.end();
    },
  };
}
