/** Names that many people bear, in lower case: spelled with a capital, and expected by the small recogniser. */

/** In two groups of equal weight. */
export const FIRST_NAMES: readonly (readonly string[])[] = [
  "john mary james maria robert linda michael susan david karen william lisa richard nancy thomas sarah".split(" "),
  "anna emma peter paul kevin laura alex sam chris julia daniel jennifer jessica amy brian steve tom mike kate ben".split(
    " ",
  ),
];

export const LAST_NAMES: readonly string[] =
  "johnson smith williams brown jones garcia miller davis wilson anderson taylor moore martin lee morgan clark lewis walker young king".split(
    " ",
  );
