/** Nodes of a graph in an order in which each comes after those whose outputs it uses, as an ONNX file has to have them. */
export function inOrder(nodes) {
  const makers = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node])));
  const needs = new Map(nodes.map((node) => [node, usedBy(node).flatMap((name) => makers.get(name) ?? [])]));
  const ordered = new Set();
  // Not by recursion: a model is deeper than a stack.
  const open = nodes.toReversed();
  while (open.length > 0) {
    const node = open.at(-1);
    const missing = ordered.has(node) ? [] : needs.get(node).filter((needed) => !ordered.has(needed));
    if (missing.length > 0) open.push(...missing);
    else ordered.add(open.pop());
  }
  return [...ordered];
}

/** The names a node reads, those that the graphs within it take from outside included. */
export function usedBy({ inputs, attributes }) {
  const within = attributes.flatMap(({ value }) => (value?.nodes === undefined ? [] : usedIn(value)));
  return [...inputs, ...within];
}

/** What a graph takes from outside: it may give something of its own the same name. */
function usedIn({ nodes, initializers, outputs }) {
  const own = new Set([...nodes.flatMap((node) => node.outputs), ...initializers.map(({ name }) => name)]);
  return [...nodes.flatMap(usedBy), ...outputs.map(({ name }) => name)].filter((name) => !own.has(name));
}
