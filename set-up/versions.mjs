/** Whether a dotted version such as 22.10.1 is the other or newer. */
export function isAtLeast(version, oldest) {
  const [ours, theirs] = [version, oldest].map((text) => String(text).split(".").map(Number));
  for (let place = 0; place < Math.max(ours.length, theirs.length); place++) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
