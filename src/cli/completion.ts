/** `outdial completion`: a script that lets a shell complete commands and options, made from the commands themselves. */
import { Argument } from "commander";
import type { Command } from "commander";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** What may come after the words of a path, such as `directory import`. */
type Place = { readonly path: string; readonly words: readonly string[] };

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a script for shell completion.")
    .addArgument(new Argument("<shell>").choices(SHELLS))
    .addHelpText(
      "after",
      `
  bash  source <(outdial completion bash)
  zsh   source <(outdial completion zsh)
  fish  outdial completion fish | source`,
    )
    .action((shell: Shell) => console.log(SCRIPTS[shell](places(program, []))));
}

function places(command: Command, path: readonly string[]): readonly Place[] {
  const inner = command.commands.flatMap((each) => places(each, [...path, each.name()]));
  const names = command.commands.map((each) => each.name());
  // A command that is meant when none is named: its options may follow at once.
  const meant = command.commands.filter((each) => each.name() === DEFAULTS[path.join(" ")]);
  const options = [command, ...meant].flatMap(({ options: own }) => own.map(({ long }) => long ?? ""));
  const shells = path.join(" ") === "completion" ? SHELLS : [];
  const words = [...names, ...shells, ...options];
  // What takes nothing is run by bin/outdial itself and explains nothing.
  return [{ path: path.join(" "), words: words.length === 0 ? [] : [...words, "--help"] }, ...inner];
}

const DEFAULTS: Readonly<Record<string, string>> = { account: "show", keys: "list", webhooks: "list" };

const SCRIPTS: Readonly<Record<Shell, (found: readonly Place[]) => string>> = {
  bash: (found) => `_outdial() {
  local path="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${within(found)}
    esac
  done
  case $path in
${choices(found, (words) => `words="${words.join(" ")}"`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _outdial outdial`,

  zsh: (found) => `#compdef outdial
_outdial() {
  local path_="" word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path_ $word" in
${within(found).replaceAll("path=", "path_=")}
    esac
  done
  case $path_ in
${choices(found, (words) => `found=(${words.join(" ")})`)}
  esac
  compadd -- $found || _files
}
(( $+functions[compdef] )) && compdef _outdial outdial`,

  fish: (found) =>
    [
      "complete -c outdial -e",
      ...found.map(({ path, words }) => {
        const named = path === "" ? [] : path.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`);
        const deeper = found
          .filter((each) => each.path !== path && each.path.startsWith(path === "" ? "" : `${path} `))
          .map((each) => each.path.split(" ")[named.length] ?? "");
        const not = deeper.length === 0 ? [] : [`not __fish_seen_subcommand_from ${[...new Set(deeper)].join(" ")}`];
        return `complete -c outdial -n '${[...named, ...not].join("; and ")}' -a '${words.join(" ")}'`;
      }),
    ].join("\n"),
};

/** How the words lead from one place to a deeper one. */
function within(found: readonly Place[]): string {
  return found
    .filter(({ path }) => path !== "")
    .map(({ path }) => `      "${path.includes(" ") ? path : ` ${path}`}") path="${path}" ;;`)
    .join("\n");
}

function choices(found: readonly Place[], set: (words: readonly string[]) => string): string {
  return found.map(({ path, words }) => `    "${path}") ${set(words)} ;;`).join("\n");
}
