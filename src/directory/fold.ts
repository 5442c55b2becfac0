/** Text as the index and the queries see it: small ASCII-like letters and digits, one space between words. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  "&": " and ",
};

export function fold(text: string): string {
  const plain = text.toLowerCase();
  // "Joe's" and "Joes" are one word.
  if (/^[ -%'-~]*$/.test(plain)) {
    const bare = plain.includes("'") ? plain.replaceAll("'", "") : plain;
    return bare.replace(/[^a-z0-9]+/g, " ").trim();
  }
  return plain
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæœøłđðþı&]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/['\u2018\u2019\u02bc`]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export function words(text: string): string[] {
  const folded = fold(text);
  return folded === "" ? [] : folded.split(" ");
}
