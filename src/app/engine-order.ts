/** The engines of a list in the order in which they are used: the embedded one last, once, also where it is not named. */
export function inOrder<E extends { readonly provider: string }>(list: readonly E[]): readonly (E | "embedded")[] {
  const at = list.findIndex(({ provider }) => provider === "embedded");
  return [...(at < 0 ? list : list.slice(0, at)), "embedded"];
}

/** Those behind the embedded one: of use only in calls that it does not know the language of. */
export function behindEmbedded<E extends { readonly provider: string }>(list: readonly E[]): readonly E[] {
  const at = list.findIndex(({ provider }) => provider === "embedded");
  return at < 0 ? [] : list.slice(at + 1).filter(({ provider }) => provider !== "embedded");
}
