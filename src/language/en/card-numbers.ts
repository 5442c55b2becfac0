/** Whether digits hold the number of a payment card. */
/** ISO/IEC 7812: the lengths of a card's number. */
const CARD = { shortest: 13, longest: 19 } as const;

/** In these digits, or together with what was pressed before them. */
export function hasCardNumber(before: string, digits: string): boolean {
  const all = before.slice(-CARD.longest) + digits;
  const first = Math.max(0, all.length - digits.length - CARD.longest);
  for (let from = first; from + CARD.shortest <= all.length; from += 1) {
    for (let length = CARD.shortest; length <= CARD.longest && from + length <= all.length; length += 1) {
      const number = all.slice(from, from + length);
      // Within something longer, only what begins as cards do: every tenth number passes the check by chance.
      const whole = number === digits || number === all;
      if (isLuhn(number) && (whole || /^[3-6]|^2[2-7]/.test(number))) return true;
    }
  }
  return false;
}

/** ISO/IEC 7812-1 annex B. */
function isLuhn(number: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...number].toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0 && /[1-9]/.test(number);
}
