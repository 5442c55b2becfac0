/**
 * The regular expressions of telephone metadata as small automata, so that one can ask which digits may begin a
 * match: a question RegExp cannot answer. Knows exactly the syntax that metadata uses: digits, \d, classes of digits,
 * groups, alternatives, and the quantifiers ? and {n} and {n,m}. Anything else is an error.
 */
export type Automaton = {
  readonly begin: number;
  readonly accept: number;
  /** By state: which digits lead where. */
  readonly edges: readonly (readonly { readonly digits: string; readonly to: number }[])[];
  /** By state: where one may go without reading anything. */
  readonly free: readonly (readonly number[])[];
};

type Node =
  | { readonly kind: "digits"; readonly digits: string }
  | { readonly kind: "sequence"; readonly parts: readonly Node[] }
  | { readonly kind: "choice"; readonly options: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly least: number; readonly most: number };

export function compile(pattern: string): Automaton {
  const edges: { digits: string; to: number }[][] = [];
  const free: number[][] = [];
  const state = (): number => {
    edges.push([]);
    free.push([]);
    return edges.length - 1;
  };
  const build = (node: Node, from: number): number => {
    switch (node.kind) {
      case "digits": {
        const to = state();
        edges[from]?.push({ digits: node.digits, to });
        return to;
      }
      case "sequence":
        return node.parts.reduce((at, part) => build(part, at), from);
      case "choice": {
        const to = state();
        for (const option of node.options) free[build(option, from)]?.push(to);
        return to;
      }
      case "repeat": {
        const to = state();
        let at = from;
        for (let count = 0; count < node.most; count++) {
          if (count >= node.least) free[at]?.push(to);
          at = build(node.part, at);
        }
        free[at]?.push(to);
        return to;
      }
    }
  };
  const begin = state();
  const accept = build(parse(pattern), begin);
  return { begin, accept, edges, free };
}

export function start(automaton: Automaton): ReadonlySet<number> {
  return closure(automaton, [automaton.begin]);
}

export function step(automaton: Automaton, states: ReadonlySet<number>, digit: string): ReadonlySet<number> {
  const reached: number[] = [];
  for (const state of states) {
    for (const edge of automaton.edges[state] ?? []) if (edge.digits.includes(digit)) reached.push(edge.to);
  }
  return closure(automaton, reached);
}

export function alive(states: ReadonlySet<number>): boolean {
  return states.size > 0;
}

function closure(automaton: Automaton, states: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const waiting = [...states];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    waiting.push(...(automaton.free[state] ?? []));
  }
  return reached;
}

function parse(pattern: string): Node {
  let at = 0;
  const fail = (): never => {
    throw new Error(`unexpected "${pattern[at] ?? "end"}" at ${at} in ${pattern}`);
  };
  const choice = (): Node => {
    const options = [sequence()];
    while (pattern[at] === "|") {
      at++;
      options.push(sequence());
    }
    return options.length === 1 && options[0] ? options[0] : { kind: "choice", options };
  };
  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") parts.push(quantified(single()));
    return { kind: "sequence", parts };
  };
  const single = (): Node => {
    const rest = pattern.slice(at);
    if (rest.startsWith("(?:")) {
      at += 3;
      const inner = choice();
      if (pattern[at] !== ")") fail();
      at++;
      return inner;
    }
    const token = /^(?:\d|\\d|\[[\d-]+\])/.exec(rest)?.[0] ?? fail();
    at += token.length;
    return { kind: "digits", digits: token === "\\d" ? "0123456789" : digitsOf(token) };
  };
  const quantified = (part: Node): Node => {
    const token = /^(?:\?|\{(\d+)(?:,(\d+))?\})/.exec(pattern.slice(at));
    if (!token) return part;
    at += token[0].length;
    if (token[0] === "?") return { kind: "repeat", part, least: 0, most: 1 };
    const least = Number(token[1]);
    return { kind: "repeat", part, least, most: token[2] === undefined ? least : Number(token[2]) };
  };
  const whole = choice();
  if (at !== pattern.length) fail();
  return whole;
}

/** `[2-46-9]` and `7` alike as the digits they stand for. */
function digitsOf(token: string): string {
  return token.replaceAll(/[[\]]/g, "").replaceAll(/(\d)-(\d)/g, (_, from: string, to: string) => {
    let run = "";
    for (let digit = Number(from); digit <= Number(to); digit++) run += digit;
    return run;
  });
}
