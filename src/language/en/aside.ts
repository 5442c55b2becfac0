/**
 * Said to somebody beside them, and of us: "it's somebody about the car", "some man asking for prices". Whoever talks to us
 * does not call us that. Pure.
 */
const OF_US =
  /^(?:(?:oh|um|uh|well|just|only|it's|it is|that's|there's|it was|think it's|i think it's|probably) )*(?:some(?:body|one)|(?:some|a) (?:guy|man|woman|lady|person|girl|people|company|robot|machine|computer|assistant|caller)) (?:about|asking|calling|wanting|who wants|who's asking|who's calling|selling)\b/;

/** A sentence in plain words. */
export function isOfUs(words: string): boolean {
  return OF_US.test(words);
}
