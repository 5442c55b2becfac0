import type { WaitingWords } from "../waiting.ts";

export const waitingWordsIn: WaitingWords = {
  words: [
    [
      "call_back",
      /(?<!\b(i|we|they|he|she|somebody|someone)('ll| will| can| could| would| should|'d)? (just |always |also )?)\b((call|ring|phone) (us |me |here )?(back|again|later)|(give|giving) (us|me) a (call|ring|bell|buzz)( back| later| again)?|try (us )?(again )?(later|another time)|get back to (us|me))\b|\b(have|need|got|gotta|better|going) (to )?(to )?(run|go now|hang up|get off|let you go|go)$|\b(have|need|got|gotta) (to )?(run|go|hang up|let you go)\b(?! (and|check|get|see|to))/,
    ],
    [
      "needless",
      // Who asks what we want, or how they can help, does not wait for us any more.
      /\b(what (did|do|would) you (want|need|like)( to (know|ask)| again)?$|what was (it (that )?you|your question|the question)\b|how (can|may|could) (i|we) help( you)?( (today|then|now))?$|never ?mind|forget (about )?(it|that|the)|skip (it|that|this|the)|(don't|doesn't|do not|does not|not) (really )?(need|matter|important|necessary|required)( \w+)?|(go|move|carry|get|going|moving|press) (on|ahead|along|forward)\b|leave (it|that|this) (open|blank|out|empty|off)|(do|manage|book|go|continue|live) (\w+ )?without( (it|that))?|(it's|that's|it is|that is) optional|sort (it|that) out (later|then|when)|figure (it|that) out (later|then|when)|(can|could) (decide|tell us|sort it out) (when|later|then|on))\b/,
    ],
    [
      "can_wait",
      /\b(take (all )?(your|the) time|no (rush|hurry)|(don't|do not|needn't|no need to) (rush|hurry|worry|be sorry)|in no (rush|hurry)|not in (a|any) (rush|hurry)|(i|we)('ll| will| can| could| don't mind| do not mind|'d be (happy|glad) to| am happy to| are happy to|'m happy to) (gladly |just |be |happily )?(wait|hold|waiting|holding|stay on|hang on)\b(?! (any|much|that|too|so)\b)(?! for you to)|as long as (you|it) (need|takes?)|happy to (wait|hold)|no problem (waiting|holding))\b/,
    ],
    [
      "hurry",
      /\b(hurry( it)?( up)?|how (much )?long(er)?|(be|going to be|take|taking|takes|took) (very |much |so |too |quite |all )*(a )?(long|longer|forever|ages|while|all day)|what('s| is) taking|(i'm|we're|i am|we are|am|been) (still )?waiting|(be|make it) quick|quick(er|ly)?( please)?$|come on|(don't|do not|haven't) (have|got) all day|are you (almost |nearly )?(done|finished|ready)|any (news|luck|update|word)|(do|did|have) you (have|get|got|hear|heard|found|find) (it|an answer|anything|something|back)( back| out)?( yet| now)?$|any (time|day|minute) now|not got all day)\b/,
    ],
    [
      "cannot_wait",
      /\b((can't|cannot|can not|couldn't|won't|not (able|going|willing) to|rather not|prefer not to|unable to) (really |just |afford to |keep )*(wait|hold|waiting|holding|stay on|hang on|be (kept|waiting|on hold))\b(?! to )|(don't|do not|haven't|have not) (really )?(have|got) (the |any |that |much |enough )*time|(have|got|there's|is) no time|no time (for|to)|(other|another|more) (customers?|clients?|guests?|patients?|people|calls?|callers?|lines?)|(customers?|clients?|guests?|patients?|people|a line|a queue) (are |is |here |standing |in line )*(waiting|in front|at the (counter|desk|door))|(we're|i'm|it's|we are|i am|it is) (really |very |pretty |quite |too |so |super |kind of |a bit )*(busy|slammed|swamped)|(waited|been waiting) (long )?enough|(make|making|keep|keeping) (me|us) wait)\b/,
    ],
    [
      "presence",
      /\b(are you (still |even )?(there|on|with me|here)|you still (there|with me|on)|can you (still )?hear me|(is )?any(body|one) (still )?there|did (i|we) (lose|get cut|drop)|did you (hang up|go|leave)|(has|did) the (line|call)|still on the line|lost you|gone (dead|quiet))\b|^(hello ?)+$|^(yes |so |um )?hello( there)?$/,
    ],
  ],
  agrees:
    /\b(no problem|no worries|fine|okay|ok|all right|alright|sure|of course|go ahead|yes|yeah|yep|a (little|bit|minute|moment|second|sec|while|few))\b/,
  declines: /^(no|nope|sorry|not really|i'm sorry|i'm afraid|unfortunately)\b(?! (problem|worries|rush|hurry))/,
  tells:
    /\b(check|checking|ask|asking|find out|finding out|look into|moment|minute|second|sec|hold on|bear with|get back to you|see (if|what|whether))\b/,
};
