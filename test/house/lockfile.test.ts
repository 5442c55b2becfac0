/**
 * npm writes a lockfile that its own `npm ci` refuses on the next machine when a registry does not know the optional
 * packages of every platform: it leaves those out. So each has to have an entry, and none may name a registry.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./source-files.ts";

type Entry = {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Record<string, string>;
};

const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  readonly packages: Record<string, Entry>;
};

it("has an entry with a version for every optional package of every platform", () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      const places = [path === "" ? "" : `${path}/`, ""].map((folder) => `${folder}node_modules/${name}`);
      return !places.some((place) => lock.packages[place]?.version !== undefined);
    }),
  );
  expect(missing).toEqual([]);
});

it("names no registry, so that any mirror may serve it", () => {
  expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
});
