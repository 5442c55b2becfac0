/** What is wrong with a configuration: every mistake at once, each under its dotted key, none with its value. */
export type ConfigProblem = { readonly key: string; readonly message: string };

export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(source: string, problems: readonly ConfigProblem[]) {
    const count = problems.length === 1 ? "one mistake" : `${problems.length} mistakes`;
    const lines = problems.map(({ key, message }) => `  ${key === "" ? "" : `${key} `}${message}`);
    super([`${count} in ${source}:`, ...lines].join("\n"));
    this.problems = problems;
  }
}
