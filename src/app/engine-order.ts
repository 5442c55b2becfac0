/** The engines of a list in the order in which they are used: the embedded one last, once, also where it is not named. */
export function inOrder<E extends { readonly provider: string }>(list: readonly E[]): readonly (E | "embedded")[] {
  const at = list.findIndex(({ provider }) => provider === "embedded");
  return [...(at < 0 ? list : list.slice(0, at)), "embedded"];
}
