/** Under which key an engine of a list stands, as the configuration's own errors name it: alone it has no number. */
export function settingName(list: string, at: number, count: number): string {
  return count === 1 ? list : `${list}.${at}`;
}
