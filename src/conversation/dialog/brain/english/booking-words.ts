/** Words by which one hears what a sentence about times, prices and bookings is about. */

/** A time said of the booking itself. */
export const OF_THE_BOOKING =
  /\b(booked|book|reserved|reservation|confirmed|scheduled|appointment|table|slot|opening|available|availability|free|we have|i have|we've got|i've got|i can|we can|we could|i could|how about|put you|see you|expect you|set for|earliest|next one|come in|moved|changed|got you|that's|for you)\b/;

/** A time said of opening hours, deadlines and the like. */
export const OF_HOURS =
  /\b(we open|we close|open (at|from|until|till|every|daily|on)|opens|closes|closing|opening hours|hours are|kitchen|last (seating|orders?|call)|lunch is|dinner is|breakfast is|happy hour|business hours|check in|check out|we are open|we're open|open for|close at|call (us|back)|by \w+ for|minutes (early|before)|cancel)\b/;

export const DENIED =
  /\b(full|fully|closed|taken|gone|sold out|no|not|don't|can't|cannot|nothing|unavailable|sorry|unfortunately|afraid|isn't|aren't)\b/;

/** After a no: what there is instead. */
export const OFFERED_INSTEAD =
  /\b(but|however|(i|we)('ve| have)? (booked|reserved|scheduled|moved|put|got) (you|it)|we have|we've got|i have|i've got|we could|i could|we can do|i can do|how about|what about|there is|the next|the earliest|next available|we do have|instead|\w+day( at \w+( \w+)?)? (is|are) (still )?(open|free|available|good|possible))\b(?!.*\b(full|fully|taken|sold out|don't|can't)\b)/;

/** They stand by a time that we did not ask for. */
export const INSISTED = /\b(sorry|unfortunately|afraid|full|taken|instead)\b/i;

export const NOTHING_FREE =
  /\b(fully booked|booked (up|out|solid)|no (table|tables|appointment|appointments|availability|openings?|slots?)|(table|appointment|slot|reservation)s? (left|available|free))\b/;

/** An order that is under way, not one that could be. */
export const BEING_MADE =
  /^(?!.*\b(if|once|when|can|could|would|might|may|usually|normally|typically|takes?)\b).*\b(ready (at|in|by|around)|be ready|on its way|there (in|by)|be there)\b/;

/** No other day would help: they take no bookings, or none on the telephone. */
export const NOT_IN_THIS_WAY =
  /\b((don't|do not|doesn't|no longer) (take|accept|do) (any )?(reservations?|bookings?|appointments?|orders)|walk ?-?ins? only|only (take|do) walk ?-?ins?|first come|online|website|web site|app|in person|in writing)\b/i;

export const CANCELLED =
  /\b(cancel\w*|done|taken care|taken out|called off|deleted|removed|(took|taken|crossed|struck) .{1,20} off|all set|refund\w*|confirmation)\b/;

/** A message that was taken. */
export const TAKEN_IN =
  /\b(thanks for (letting|telling|calling)|thank you for (letting|telling)|noted|i will (tell|let|pass|make|send|do)|i'll (tell|let|pass|make|send|do)|we will|we'll|got it|understood|i understand)\b/;

export const IN_TOTAL = /\b(total|comes to|altogether|in all|all together)\b/;

/** Something that they can do in place of what was asked for. */
export const OFFERED =
  /\b((best|most|least|closest|nearest|cheapest|only thing|all) (that )?(i|we) (can|could|have|got)\b|(i|we) (only|just) (have|got|do|offer|take)\b|(i|we) (can|could) (only|just)\b|(i|we) (can|could) (offer|give) (you|him|her|them)\b|what (i|we) (can|could) (do|offer)\b|but (i|we)( do)?( can| could| have|'ve)\b|but (i|we)( do| would|'d|'ll| will)? (need|require)\b|how about\b|instead\b|alternatively\b|would have to be\b|(there is|there's|we have|i have) only\b|but there(?:'s| is| are| will be| would be)\b|only thing (left|open|free|available|we have|i have)\b|if you (sign|pay|upgrade|commit|agree|take)\b)/;

/** What comes with it. */
export const HAS_A_CONDITION =
  /\b(deposit|fee|surcharge|non ?refundable|prepay|prepaid|up ?front|in advance|contract|commit(ment)?|minimum (spend|order|of)|credit card|(needs?|takes?|requires?|wants?|leave|charge|hold) (your|a|the) ((payment|debit|bank) )?card|(sign|signing) up|penalty|waiver|cancellation)\b(?!.{0,12}\b(is|are) (free|waived)\b)/;

/** "seventy a month": a price, though nobody says dollars. */
export const AT_A_PRICE =
  /\b(ten|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|\d+)( \w+)? (a|an|per|every|each) (month|week|year|day|night|hour|person|head|visit|session|piece)\b/;

/** A limit that a request sets to the price. */
export const AT_MOST =
  /\b(no more than|not more than|at most|under|up to|maximum|max|budget|less than|below|not over|cheaper than|limit|ceiling|price cap|tops)\b/;

/** "all right your table is booked": the words that count. */
export function withoutManners(quote: string): string {
  return quote.replace(/^((all right|alright|okay|ok|thank you|thanks|great|perfect|sure|yes|of course)[,.]? )+/i, "");
}
