/** What lines say in English. The words are `plain` ones: no capitals, no punctuation. */
import type { Family } from "./families.ts";

const DIGIT = String.raw`(?:\d|zero|oh|one|two|three|four|five|six|seven|eight|nine)`;
const AGENT = String.raw`(?:agents?|representatives?|represenatives?|operators?|associates?|specialists?|team members?|assistants?|advisors?)`;

export const ENGLISH: readonly Family[] = [
  // ---------------------------------------------------------------- voicemail
  {
    kind: "voicemail",
    weight: 3,
    pattern: /\b(?:after|at|following|wait for|when you hear) the (?:\w+ )?(?:tone|beep|signal)\b/,
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern:
      /\b(?:(?:you've|you have|you) reached the (?:voice ?mail|mail ?box|answering machine)|voice ?mail ?box|voice ?mail(?:box)? (?:of|for|belonging to)|(?:voice|automatic|automated)(?: \w+)? messag(?:e|ing) (?:system|service)|answering (?:machine|service))\b/,
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern:
      /\b(?:record your message|when (?:you(?:'ve| have| are|'re)? )?(?:finished|done)(?: recording)?(?: your message)?(?: you may| simply| just)? (?:press|hang up)|you may hang up)\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /\b(?:person|party|customer|subscriber|user|extension)(?: at extension [\w ]{1,30})?(?: (?:that )?you(?:'re| are)? (?:have |trying to |are )?(?:called|calling|dialed|reach|call))? (?:is|was) (?:currently |presently )?(?:not available|unavailable|on the phone)\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /(?<!\b(?:like to|want to|can|could|may|wish to|prefer to|let me|i'll|i will|shall i) )\b(?:please )?leave (?:us |me |him |her |them )?(?:a|an|your)(?: \w+){0,2} (?:message|voice ?mail)\b(?! (?:with|for (?:him|her|them)\b))/,
  },
  // As the greeting of a mailbox without a name begins; the number follows after a pause.
  {
    kind: "voicemail",
    weight: 3,
    pattern: /^the (?:person|party|subscriber) at (?:extension|number|telephone number)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern:
      /\b(?:sorry (?:i|we) (?:have |just )?missed (?:you|your call)|either on the (?:other line|phone)|away from (?:my|the|our) (?:desk|phone)|(?:shoot|drop|send) me a text|text me instead)\b/,
  },
  { kind: "voicemail", weight: 1.5, pattern: /\bleave (?:us |me )?(?:your name|your number|your contact)\b/ },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern:
      /\b(?:can't|cannot|can not|unable to|not able to|aren't able to|are not able to) (?:come|get|make it|take|answer|pick up)(?: to)? (?:the |your |this )?(?:phone|call)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: /\b(?:get back to you|return your call|call you back|call you right back|get right back to you)\b/,
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern: /\b(?:(?:you've|you have) reached|your call has been forwarded)\b/,
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern:
      /\b(?:we are|we're|i am|i'm|nobody is|no one is) (?:currently |presently )?(?:not available|unavailable|not in|away from|out of the office)\b|\bnot available (?:right now|at the moment|to take your call)\b/,
  },
  { kind: "voicemail", weight: 1, pattern: /\b(?:we are|we're|our office is) (?:currently |presently |now )?closed\b/ },
  {
    kind: "full",
    weight: 3,
    pattern:
      /\b(?:mail ?box|voice ?mail|memory)(?: \w+){0,4} (?:is )?full\b|\b(?:can't|cannot|can not|not able to|unable to|isn't|not|no longer) (?:be )?accept(?:ing)? (?:any )?(?:more |new |further )?messages\b|\b(?:mail ?box|voice ?mail)(?: \w+){0,4} (?:has not|hasn't|have not|is not|isn't) (?:been |yet been )?(?:set up|initialized|activated)\b/,
  },
  // ---------------------------------------------------------------- menus
  { kind: "ivr", weight: 3, pattern: new RegExp(String.raw`\b(?:press|dial|push|hit|enter) ${DIGIT}\b`) },
  { kind: "ivr", weight: 1.5, pattern: new RegExp(String.raw`\bto (?:\w+ ){1,8}(?:press|dial) ${DIGIT}\b`) },
  {
    kind: "ivr",
    weight: 2,
    pattern:
      /\b(?:main menu|following options|menu options|(?:menu|options) have (?:recently )?changed|listen carefully|select (?:from|one of)|these options|para espa(?:n|ñ)ol|invalid (?:entry|option|selection)|not a valid (?:entry|option|extension))\b/,
  },
  {
    kind: "ivr",
    weight: 3,
    pattern:
      /\b(?:(?:please|now) (?:re )?enter (?:your|the) (?:\w+ ){0,4}(?:number|digits?|extension|code|pin|zip)|in a few words|(?:please|you can) say (?:\w+ ){1,8}or \w+)\b/,
  },
  {
    kind: "ivr",
    weight: 2,
    pattern:
      /\b(?:(?:enter|say|type)(?: or (?:say|enter))? (?:your|the) (?:\w+ ){0,4}(?:number|digits?|extension|code|pin|zip)|followed by the (?:pound|hash|star)|at any time|party's extension|dial (?:it|your party)|(?:say|press)(?: \w+){0,3} or (?:say|press)|you can say (?:things like)?)\b/,
  },
  { kind: "ivr", weight: 1.5, pattern: /\bpress (?:the )?(?:star|pound|hash)\b/ },
  // ---------------------------------------------------------------- on hold
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\byour call is (?:very |extremely )?(?:important|valuable)\b|\b(?:call|calls) (?:will be|are|is being) (?:answered|taken)(?: in the order| by the next)|\bin the order (?:in which |that )?(?:it was|they were|they are)\b/,
  },
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\b(?:all (?:of )?(?:our|the) (?:\w+ ){0,3}(?:${AGENT}|lines|staff) (?:are|is)(?: currently| still| presently)?(?: all)? (?:busy|assisting|helping|serving|on)|next available ${AGENT}|speak (?:with|to) an? ${AGENT}(?! press)|experiencing (?:\w+ ){0,3}(?:call|wait))`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\b(?:(?:position|place|number) (?:\w+ )?in (?:the |our )?(?:queue|line)|(?:first|next) in (?:line|the queue)|caller number|callers? (?:waiting|ahead of you|in front of you)|(?:estimated|expected|average|approximate|current) (?:hold|wait|waiting)(?: time)?|(?:hold|wait) time is)\b/,
  },
  {
    kind: "hold",
    weight: 1.5,
    pattern:
      /\b(?:(?:please )?(?:remain|stay|continue to hold|hold) (?:on )?(?:the )?line|please continue to hold|thank you for (?:your patience|continuing to hold))\b/,
  },
  {
    kind: "hold",
    weight: 1.5,
    pattern:
      /\b(?:please hold|please wait) (?:while|and (?:an?|your|the))\b|\bwhile (?:we|i) (?:try to )?connect (?:you|your call)\b/,
  },
  {
    kind: "asks_to_hold",
    weight: 1,
    pattern:
      /\b(?:(?:can|could|would|will) you (?:please )?(?:hold|wait)|hold on|hold the line|please hold|hang on|bear with me|one (?:moment|second|sec|minute)|just a (?:moment|second|sec|minute)|(?:i'll|i will|let me) (?:transfer|connect|put you (?:through|on hold))|(?:transferring|connecting|putting) you|put you (?:through|on hold)|(?:hand|pass|switch|forward)(?:ing)? you (?:over|on|to)|put you on to|(?:get|fetch) (?:you )?(?:my|our) (?:colleague|manager|boss|owner)|be right (?:back|with you)|(?:second|sec|moment|minute),? while (?:i|we) (?:check|look|see|find|pull|ask|get|go|call|bring|search|take)(?:ed|s)?)\b/,
  },
  // ---------------------------------------------------------------- screening
  {
    kind: "screening",
    weight: 3,
    pattern:
      /\b(?:state|record|say|tell me|give) (?:your name and (?:the |your )?(?:reason|purpose|why)|your name and company)\b|\b(?:using|uses) an? (?:call )?screening service\b|\bcall (?:screening|assist)\b|\bi'll see if (?:this person|the person|they're|they are) (?:is )?available\b|\bto prove you(?:'re| are) not a robot\b/,
  },
  // Its tone is one to speak after, and nothing is left there.
  {
    kind: "screening",
    weight: 3,
    pattern:
      /\b(?:state|record|say) your name (?:after|at|following) the (?:tone|beep)\b.*\b(?:connect|put (?:you|your call) through|available)\b/,
  },
  {
    kind: "screening",
    weight: 1.5,
    pattern:
      /\b(?:state|record|say) your name\b|\b(?:reason|purpose) (?:for|of) (?:your|the) call(?:ing)?\b|\bwhy you(?:'re| are) calling\b/,
  },
  // ---------------------------------------------------------------- intercepts
  {
    kind: "intercept",
    weight: 3,
    pattern:
      /\b(?:number|extension)(?: \w+){0,2} you(?:'ve| have)? (?:dialed|dialled|called|reached)(?: \w+){0,2} (?:is|has been|was) (?:not|no longer|disconnected|changed|out of|invalid|temporarily|incorrect)\b/,
  },
  {
    kind: "intercept",
    weight: 3,
    pattern:
      /\b(?:call (?:cannot|can not|can't|could not|couldn't) be completed(?: as dialed)?|(?:cannot|can not|can't|unable to) (?:be )?complete(?:d)? your call|no longer in service|all circuits are (?:now )?busy|not in service)\b/,
  },
  {
    kind: "intercept",
    weight: 1.5,
    pattern: /\bcheck the number(?: you (?:have )?dialed)? and (?:try|dial)(?: your call)?(?: again)?\b/,
  },
  // ---------------------------------------------------------------- somebody
  {
    kind: "person",
    weight: 2.5,
    pattern:
      /\b(?:how (?:can|may|could) (?:i|we) (?:help|assist|direct)|what can (?:i|we) (?:do|get)|(?:can|may) i (?:help|take|ask|have|get)|who(?:'s| is) (?:this|that|calling|speaking)|help you(?: today)?$)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /\b(?:\w+ speaking$|\w+ speaking how|this is \w+ how|would you like (?:to leave|me to)|(?:could|can|would) you (?:please )?(?:leave|give|tell|spell|repeat))\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /^(?:hi|hello|yes|yeah|good (?:morning|afternoon|evening))(?: (?:hello|hi|there|who's there|who is this))?$/,
  },
  {
    kind: "person",
    weight: 2,
    pattern: /\b(?:sorry (?:about|for) (?:that|the wait|keeping you|your wait)|i'm back|are you (?:still )?there)\b/,
  },
  { kind: "person", weight: 1.5, pattern: /\bthanks for (?:holding|waiting)\b/ },
];
