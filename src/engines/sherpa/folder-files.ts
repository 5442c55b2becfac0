/** What the rules by which a model folder is recognised look at: its name, its files, and what its models say of themselves. */
import { basename, join } from "node:path";

export type FolderFiles = {
  /** The folder's own name, in lower case. */
  readonly name: string;
  readonly has: (file: string) => boolean;
  /**
   * A model file of which this is a part of the name: `encoder` is `encoder.int8.onnx` and `tiny.en-encoder.onnx`. Where
   * there are several, the one that calculates with bytes, or the one that does not. Absolute; null when there is none.
   */
  readonly part: (name: string, want?: "bytes" | "floats") => string | null;
  /** The only model there is, whatever its name. */
  readonly only: () => string | null;
  readonly tokens: string | null;
  /** Files whose name fits, absolute, in the order of their names. */
  readonly like: (pattern: RegExp) => readonly string[];
  /** What a model says of itself: `model_type` and others; undefined when it does not. */
  readonly says: (path: string | null, fact: string) => string | undefined;
};

const MODEL = /\.(?:onnx|ort)$/;
const OF_BYTES = /(?:^|[-_.])(?:int8|quant(?:ized)?|q8)(?:[-_.]|$)/;

export function folderFiles(
  dir: string,
  names: readonly string[],
  metadata: (path: string) => ReadonlyMap<string, string>,
): FolderFiles {
  const sorted = [...names].sort();
  const models = sorted.filter((name) => MODEL.test(name));
  const known = new Map<string, ReadonlyMap<string, string>>();

  function pick(fitting: readonly string[], want: "bytes" | "floats"): string | null {
    const preferred = fitting.find((name) => OF_BYTES.test(name) === (want === "bytes")) ?? fitting[0];
    return preferred === undefined ? null : join(dir, preferred);
  }

  return {
    name: basename(dir).toLowerCase(),
    has: (file) => names.includes(file),
    part: (name, want = "bytes") => {
      const pattern = new RegExp(`(?:^|[-_.])${name}(?:[-_.]|$)`, "i");
      return pick(
        models.filter((file) => pattern.test(file)),
        want,
      );
    },
    only: () => {
      const kinds = new Set(models.map((file) => file.replace(MODEL, "").replace(OF_BYTES, "")));
      return kinds.size === 1 ? pick(models, "bytes") : null;
    },
    tokens: sorted.filter((name) => /(?:^|[-_.])tokens\.txt$/.test(name)).map((name) => join(dir, name))[0] ?? null,
    like: (pattern) => sorted.filter((name) => pattern.test(name)).map((name) => join(dir, name)),
    says(path, fact) {
      if (path === null) return undefined;
      const facts = known.get(path) ?? metadata(path);
      known.set(path, facts);
      return facts.get(fact);
    },
  };
}
