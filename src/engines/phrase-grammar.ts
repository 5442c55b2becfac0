/**
 * A small language for phrases with choices, so that a corpus can be read as data: `(a|b|)` is one of them, perhaps
 * nothing; `{name}` is a phrase of the rule of that name. Sampling is seeded: the same seed gives the same sentences.
 * Pure.
 */

type Part = { readonly word: string } | { readonly rule: string } | { readonly choice: readonly (readonly Part[])[] };
export type Phrase = readonly Part[];
export type Grammar = ReadonlyMap<string, readonly Phrase[]>;
export type Random = () => number;

/** Numbers 0 up to 1 that depend on the seed alone (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Reads rules: the name of each and its alternatives, one phrase each. Throws when a phrase names an unknown rule. */
export function readGrammar(rules: Readonly<Record<string, readonly string[]>>): Grammar {
  const grammar = new Map(Object.entries(rules).map(([name, phrases]) => [name, phrases.map(readPhrase)] as const));
  for (const [name, phrases] of grammar) {
    for (const missing of phrases.flatMap(rulesIn).filter((rule) => !grammar.has(rule))) {
      throw new Error(`The phrase rule "${name}" uses the rule "${missing}", which does not exist.`);
    }
  }
  return grammar;
}

function rulesIn(phrase: Phrase): string[] {
  return phrase.flatMap((part) => {
    if ("rule" in part) return [part.rule];
    return "choice" in part ? part.choice.flatMap(rulesIn) : [];
  });
}

function readPhrase(text: string): Phrase {
  const tokens = text.match(/[(|)]|\{\w+\}|[^(|){}\s]+/g) ?? [];
  let at = 0;
  const readSequence = (): Part[] => {
    const parts: Part[] = [];
    for (let token = tokens[at]; token !== undefined && token !== "|" && token !== ")"; token = tokens[at]) {
      at += 1;
      if (token === "(") parts.push({ choice: readChoice() });
      else parts.push(token.startsWith("{") ? { rule: token.slice(1, -1) } : { word: token });
    }
    return parts;
  };
  const readChoice = (): Part[][] => {
    const alternatives = [readSequence()];
    while (tokens[at] === "|") {
      at += 1;
      alternatives.push(readSequence());
    }
    if (tokens[at] !== ")") throw new Error(`The phrase "${text}" has an opening bracket without a closing one.`);
    at += 1;
    return alternatives;
  };
  const parts = readSequence();
  if (at < tokens.length) throw new Error(`The phrase "${text}" has a bracket or bar that belongs to nothing.`);
  return parts;
}

/** One phrase of the rule, as words. */
export function samplePhrase(grammar: Grammar, rule: string, random: Random): string[] {
  const words: string[] = [];
  const write = (phrase: Phrase | undefined): void => {
    for (const part of phrase ?? []) {
      if ("word" in part) words.push(part.word);
      else write("rule" in part ? pick(grammar.get(part.rule) ?? [], random) : pick(part.choice, random));
    }
  };
  write(pick(grammar.get(rule) ?? [], random));
  return words;
}

function pick<T>(choices: readonly T[], random: Random): T | undefined {
  return choices[Math.floor(random() * choices.length)];
}
