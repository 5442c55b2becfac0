import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { outdial } from "./outdial.ts";

/** What bash offers where the cursor stands at the end of these words. */
function offered(script: string, words: readonly string[]): readonly string[] {
  const line = words.map((word) => `'${word}'`).join(" ");
  const asking = `${script}
COMP_WORDS=(outdial ${line}); COMP_CWORD=${words.length}; _outdial; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-uc", asking], { encoding: "utf8" }).trim().split("\n");
}

it("lets bash complete commands, commands of commands, and options", async () => {
  const { code, stdout } = await outdial(["completion", "bash"]);
  expect(code).toBe(0);
  expect(offered(stdout, ["ca"])).toEqual(["call", "calls"]);
  expect(offered(stdout, ["directory", ""])).toContain("import");
  expect(offered(stdout, ["directory", "import", "--rep"])).toEqual(["--replace"]);
  expect(offered(stdout, ["calls", "--st"])).toEqual(["--status"]);
  expect(offered(stdout, ["keys", "revoke", "--acc"])).toEqual(["--account"]);
  expect(offered(stdout, ["completion", ""])).toEqual(expect.arrayContaining(["bash", "zsh", "fish"]));
  expect(offered(stdout, ["call", "+14155550123", "Book", "--set"])).toEqual(["--setup-code"]);
  expect(offered(stdout, ["start", "--noth"])).toEqual([""]);
});

it.each([
  ["zsh", /^#compdef outdial$/m],
  ["fish", /^complete -c outdial -n '__fish_seen_subcommand_from directory; and not/m],
])("has a script for %s too, which that shell can read where it is installed", async (shell, line) => {
  const { code, stdout } = await outdial(["completion", shell]);
  expect(code).toBe(0);
  expect(stdout).toMatch(line);
  const folder = mkdtempSync(join(tmpdir(), "outdial-completion-"));
  const file = join(folder, shell);
  writeFileSync(file, stdout);
  const read = spawnSync(shell, ["-n", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if (read.error === undefined) expect(read).toMatchObject({ status: 0, stderr: "" });
});

it("knows no other shell", async () => {
  expect(await outdial(["completion", "csh"])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/bash, zsh, fish/),
  });
});

/** The same line with the cursor at its end, in shells that are asked as a person asks them. */
const TYPED: readonly (readonly [string, readonly string[]])[] = [
  ["outdial ca", ["call", "calls"]],
  ["outdial directory ", ["import"]],
  ["outdial directory import --rep", ["--replace"]],
  ["outdial keys revoke --acc", ["--account"]],
  ["outdial completion z", ["zsh"]],
  ["outdial account ", ["show", "lift", "suspended", "--auto-reload"]],
  ["outdial call account --set", ["--setup-code"]],
];

const hasShell = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

it.skipIf(!hasShell("fish"))("fish offers the same", async () => {
  const { stdout } = await outdial(["completion", "fish"]);
  for (const [line, wanted] of TYPED) {
    const asking = `${stdout}\ncomplete -C '${line}'`;
    const printed = execFileSync("fish", ["--no-config", "-c", asking], { encoding: "utf8" });
    const words = printed.split("\n").map((one) => one.split("\t")[0]);
    expect(words, line).toEqual(expect.arrayContaining([...wanted]));
    if (line.at(-1) !== " ") expect(new Set(words.filter((word) => word !== "")), line).toEqual(new Set(wanted));
  }
});

it.skipIf(!hasShell("zsh"))("zsh offers the same where Tab is pressed", { timeout: 120_000 }, async () => {
  const { stdout } = await outdial(["completion", "zsh"]);
  for (const [line, wanted] of TYPED) {
    // A shell in a terminal of its own types the line into another and reads what that one shows.
    const asking = `
zmodload zsh/zpty
zpty shell TERM=dumb zsh -f -i
zpty -w shell 'PROMPT=; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -D -u; source <(print -r -- $COMPLETION); cd $NOTHING_HERE; print rea""dy'
zpty -r shell seen '*ready*'
zpty -w -n shell "$LINE"$'\\t\\t'
sleep 0.5
while zpty -r -t shell more; do print -rn -- $more; done
zpty -d shell`;
    const empty = mkdtempSync(join(tmpdir(), "outdial-zsh-"));
    const printed = execFileSync("zsh", ["-f", "-c", asking], {
      encoding: "utf8",
      env: { ...process.env, COMPLETION: stdout, LINE: line, NOTHING_HERE: empty },
    });
    rmSync(empty, { recursive: true });
    for (const word of wanted) expect(printed, line).toContain(word);
  }
});
