/** What machines say that screen calls, besides their question, by language. Words are `plain` ones. */
import type { Language } from "../../../language/languages.ts";

export type ScreenerWords = {
  /** "Thank you, please stay on the line", "I'll see if they're available". */
  readonly goesOn: RegExp;
  /** The call is turned away. A voicemail that takes a message instead is one by its own words. */
  readonly declines: RegExp;
  readonly takesMessages: RegExp;
};

export const SCREENER_WORDS: Readonly<Record<Language, ScreenerWords>> = {
  en: {
    goesOn:
      /^(?:(?:thank you|thanks|okay|ok|got it|great|all right|alright)(?: so much| very much)?)$|\b(?:stay|remain|hold) on the line\b|\bplease (?:hold|wait|stand by)\b|\bone moment\b|\b(?:i'll|i will|let me|we'll|we will) (?:see|check|find out|ask|let (?:them|him|her)|pass|try|connect|notify)\b|\b(?:connecting|checking|notifying|asking|trying) (?:\w+ ){0,3}(?:now|call|them|person|if|to)\b|\b(?:recorded|recording|transcri\w+)\b|\bscreening\b/,
    declines:
      /\b(?:(?:person|party|subscriber|customer|user)(?: \w+){0,4} (?:is|are) (?:currently |presently )?(?:not available|unavailable|not able|not taking|unable)|(?:they|he|she)(?:'re| are|'s| is) (?:currently |presently )?(?:not available|unavailable|not taking|unable|not able)|(?:isn't|aren't|is not|are not|not) (?:available|taking (?:this |your |any )?calls?|accepting)|(?:can't|cannot|can not|won't|will not|doesn't|does not|do not|don't|not able to|unable to|chose not to|has chosen not to|declined to) (?:wish to |want to )?(?:take|accept|answer|speak|talk|come|be reached)|(?:declined|rejected|refused|blocked)(?: \w+){0,2} call|call (?:has been|was|is) (?:declined|rejected|refused|blocked)|(?:does|do) not accept|not (?:wish|want) to (?:be )?(?:called|take|speak)|no unsolicited|doesn't accept|don't accept)\b/,
    takesMessages: /\b(?:message|voice ?mail|tone|beep)\b/,
  },
  es: {
    goesOn:
      /^(?:(?:muchas )?gracias|ok|de acuerdo|muy bien|entendido|perfecto)$|\b(?:permanezca|mantengase|quedese|siga|mantente|espera|espere|no cuelgue|no cuelgues)\b|\bun momento\b|\b(?:voy a|vamos a|vere|veamos|comprobare|consultare|intentare|dejeme|dejame) (?:\w+ )?(?:ver|comprobar|consultar|preguntar|avisar|pasar|conectar|si|intentar)\b|\b(?:conectando|comprobando|avisando|intentando|consultando)\b|\b(?:grabad[ao]|grabando|transcri\w+|filtrand\w+|filtro de llamadas)\b/,
    declines:
      /\b(?:(?:persona|usuario|cliente|abonado)(?: \w+){0,5} no (?:esta|se encuentra|puede|quiere|desea|acepta|va a)|no (?:esta|se encuentra)(?: \w+)? disponible|no (?:puede|quiere|desea|va a)(?: \w+)? (?:atender|aceptar|contestar|hablar|responder|coger|tomar|ponerse)\w*|(?:llamada|ha) (?:ha sido |fue |sido )?(?:rechazad|rechazado|bloquead)\w*|no (?:acepta|atiende|recibe|contesta)(?: \w+){0,2} llamadas?|ha rechazado)\b/,
    takesMessages: /\b(?:mensaje|recado|buzon|tono|senal|pitido|contestador)\b/,
  },
  fr: {
    goesOn:
      /^(?:merci(?: beaucoup| bien)?|d'accord|entendu|tres bien|ok|parfait|c'est note)$|\b(?:restez|patientez|demeurez|veuillez (?:patienter|rester|demeurer)|ne quittez pas|ne raccrochez pas|gardez la ligne)\b|\bun (?:instant|moment)\b|\bje (?:vais|verifie|regarde|previens|lui) (?:\w+ )?(?:voir|verifier|demander|prevenir|essayer|transmets|si|passe|demande)\b|\b(?:connexion en cours|mise en relation|verification|enregistre\w*|transcri\w+|filtrage)\b/,
    declines:
      /\b(?:(?:personne|correspondant|utilisateur|client|abonne)(?: \w+){0,5} (?:n'est pas|n'est|ne (?:peut|veut|souhaite|desire|prend|accepte))|(?:il|elle) (?:n'est pas|ne (?:peut|veut|souhaite))|n'est pas (?:\w+ )?(?:disponible|joignable)|ne (?:peut|veut|souhaite|desire) pas (?:\w+ )?(?:prendre|repondre|parler|accepter|etre)\w*|appel (?:a ete |est )?(?:refuse|rejete|bloque|decline)\w*|n'accepte pas|ne prend pas (?:d'appels?|les appels)|a (?:refuse|decline|rejete))\b/,
    takesMessages: /\b(?:message|messagerie|repondeur|bip|signal|tonalite|boite vocale)\b/,
  },
  de: {
    goesOn:
      /^(?:(?:vielen |besten )?dank|danke(?: schon| sehr)?|okay|ok|alles klar|in ordnung|verstanden|gut)$|\b(?:bleiben sie|warten sie|bitte warten|legen sie nicht auf|gedulden)\b|\b(?:moment|augenblick)\b|\bich (?:sehe|schaue|prufe|frage|versuche|verbinde|leite|gebe)\b|\b(?:wird|werden) (?:\w+ ){0,3}(?:verbunden|benachrichtigt|aufgezeichnet|gepruft)\b|\b(?:verbindung wird|anruf wird|transkri\w+|anruffilter)\b/,
    declines:
      /\b(?:(?:person|teilnehmer|teilnehmerin|kunde|gesprachspartner)(?: \w+){0,5} (?:nicht (?:erreichbar|verfugbar|sprechen|annehmen|an)|keine anrufe)|nicht (?:erreichbar|verfugbar|zu sprechen)|(?:kann|mochte|will|nimmt|darf)(?: \w+){0,4} (?:nicht|keine anrufe)(?: \w+){0,3}|anruf (?:wurde|wird|ist)(?: \w+){0,2} (?:abgelehnt|abgewiesen|blockiert|zuruckgewiesen)|hat (?:den anruf |ihren anruf )?abgelehnt|nimmt keine)\b/,
    takesMessages: /\b(?:nachricht|mailbox|signal|signalton|piep|anrufbeantworter|combox|mobilbox)\b/,
  },
};
