import { execFileSync, spawnSync } from "node:child_process";
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
  const read = spawnSync(shell, ["-n"], { input: stdout, encoding: "utf8" });
  if (read.error === undefined) expect(read).toMatchObject({ status: 0, stderr: "" });
});

it("knows no other shell", async () => {
  expect(await outdial(["completion", "csh"])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/bash, zsh, fish/),
  });
});
