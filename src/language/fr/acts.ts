/** What an utterance does, in French, as far as a call depends on it. Words are without accents here. */
import type { Tongue } from "../tabled/tongue.ts";

export const ACTS: Tongue["acts"] = [
  [
    "objection",
    new RegExp(
      "\\bne (?:m |me |nous |l )?(?:rappelez|appelez|telephonez|contactez|derangez|rappelle|appelle|rappeler|appeler) (?:donc |surtout )?(?:plus|jamais|pas ici|plus jamais)" +
        "|(?:^|\\b(?:et|non|svp|plait) )(?:m |nous )?(?:rappelez|appelez|telephonez) (?:plus|jamais)\\b(?! (?:tard|tot))" +
        "|\\b(?:arretez|cessez|arrete|veuillez (?:arreter|cesser)|merci (?:d arreter|de cesser|de ne plus)|pouvez vous (?:arreter|cesser)) (?:donc )?(?:de |d )?(?:nous |m |me )?(?:appeler|rappeler|telephoner|deranger|harceler|contacter)" +
        "|\\b(?:de|veuillez|priere de) ne plus (?:nous |m |me )?(?:appeler|rappeler|telephoner|deranger|contacter)" +
        "|\\b(?:laissez|foutez) (?:moi|nous)(?: donc)? (?:tranquilles?|la paix|en paix)" +
        "|\\b(?:retirez|enlevez|supprimez|effacez|rayez|otez|retirer|enlever|supprimer|effacer)(?: (?:moi|nous))? (?:\\w+ ){0,4}?(?:de (?:votre|vos|la|cette|ta) (?:liste|listes|base|fichier|fichiers)\\b(?! d attente)|(?:mon|notre|ce) (?:numero|telephone))" +
        "|\\b(?:je|on|nous) (?:ne )?(?:veux|veut|voulons|souhaite|souhaitons) plus (?:que vous (?:m |nous |me )?(?:appeliez|rappeliez|contactiez)|etre (?:appele|rappele|derange|contacte)\\w*|(?:recevoir )?(?:de |d |vos |ces )+appels)" +
        "|\\b(?:je vais|on va|nous allons) (?:porter plainte|appeler la police|vous signaler)|\\bc est du harcelement\\b",
    ),
    /\bsi vous ne (?:m |nous )?(?:rappelez|appelez)|\b(?:appelez|rappelez)(?: \w+){0,2} (?:avant|apres|ce (?:soir|matin)|aujourd|demain|maintenant|entre|le (?:soir|matin|dimanche|lundi))(?!.*\bjamais\b)/,
  ],
  [
    "objection",
    new RegExp(
      "\\b(?:demande|demandons|prie|prions|exige|ordonne)(?: \\w+){0,2} (?:de |d )(?:cesser|arreter|stopper) (?:ces|vos|les|tout|tous)? ?(?:\\w+ )?(?:appels?|appeler)" +
        "|\\b(?:je|nous|on) (?:ne )?(?:consens|consentons|consent|autorise|autorisons|donne pas mon accord|refuse|refusons)(?: pas)?\\b(?=.*\\b(?:appel\\w*|enregistre\\w*|robots?|machines?|intelligence|demarch\\w+)\\b)" +
        "|\\bsi vous (?:me |nous )?rappelez(?: encore)?\\b.*\\b(?:plainte|police|avocat|signale)\\w*" +
        "|\\b(?:fichez|foutez|laissez) (?:moi|nous) (?:donc )?(?:la|en) paix" +
        "|\\b(?:pas|aucun) (?:le )?droit (?:de |d )(?:m |nous )?(?:appeler|rappeler)",
    ),
    /\brefuse (?:du monde|des clients|personne)\b/,
  ],
  [
    "objection_hint",
    /\bpas interesse|\bca ne (?:m|nous) interesse pas|\bne (?:m|nous) interesse pas|\b(?:pas|n acceptons pas|ne prenons pas) (?:de )?(?:demarchage|publicite)|\bn acceptons pas (?:les |ces |d )?appels|\bbloctel\b|\b(?:ne )?(?:prenons|prend|prends|acceptons|accepte|voulons|veut) pas (?:le |de |du )(?:demarchage|publicite|pub)\b|\b(?:comment|ou) (?:avez vous|vous avez) (?:eu|obtenu|trouve) (?:mon|ce|notre) numero/,
  ],
  ["voicemail", /\b(?:laissez|laisser)(?: \w+){0,2} message|\bapres le (?:bip|signal)|\b(?:messagerie|boite) vocale\b/],
  [
    "robot",
    /\b(?:etes vous|vous etes|est ce que vous etes|c est|est ce|(?:je (?:suis en train de )?parl(?:e|er)|en train de parler) (?:a|avec)|parle je a|est ce que je parle a|(?:j )?ai affaire a|on dirait|t es|tu es)(?: (?:bien|vraiment|encore|un peu))?(?: (?:un|une|a))? ?(?:robot|machine|ordinateur|repondeur|enregistrement|message enregistre|bot|intelligence artificielle|ia|vraie personne|personne reelle|humain|humaine|etre humain|assistant (?:virtuel|automati\w+|vocal)|voix (?:automati\w+|de synthese)|systeme automati\w+|vraie dame|vrai monsieur)\b|\b(?:robot|machine) ou (?:un |une )?(?:personne|humain|vrai)|\bpersonne ou (?:un |une )?(?:robot|machine)|\bappel (?:automat\w+|robotise)\b|\bvous n etes pas (?:un |une )?(?:humaine?|vraie? personne|reelle?)\b/,
  ],
  [
    "wrong_number",
    /\b(?:faux|mauvais) numero|\b(?:trompez|trompe|tromper) de numero|\bvous vous (?:etes trompe\w*|trompez)|\bil n y a (?:personne|pas de \w+) (?:ici )?(?:a|de) ce nom|\b(?:ce n est|c est) pas (?:un|une|le|la) (?:restaurant|commerce|magasin|entreprise|hotel|cabinet|salon)|\bpas le bon numero(?! de)|\bc est (?:chez )?(?:un|des) particuliers?\b|\bc est un (?:numero|domicile) (?:prive|particulier)|\bchez un particulier\b/,
  ],
  [
    "hold",
    /\b(?:un (?:instant|moment|petit instant|petit moment)|une (?:seconde|petite seconde|minute|petite minute)|patientez|veuillez patienter|(?:ne )?quittez pas|(?:ne )?raccrochez pas|(?:ne )?bougez pas|gardez la ligne|je vous reviens|attendez|je (?:regarde|verifie|vais (?:voir|verifier|regarder|demander|me renseigner)|consulte|vous (?:passe|mets en (?:attente|relation)|transfere))|laissez moi (?:voir|verifier|regarder)|je reviens|deux secondes|deux minutes)\b/,
    /\bmerci (?:d avoir patiente|de patienter|pour (?:l|votre) attente)\b/,
  ],
  [
    "goodbye",
    /\b(?:au revoir|aurevoir|bonne (?:journee|soiree|fin de|continuation|nuit|apres midi)(?! pour)|(?:merci|bien|voila|allez)(?: \w+)? bonsoir$|bye$|bon (?:apres midi|week end)|a (?:bientot|tout a l heure|tres vite|la prochaine)|a (?:demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)$|adieu|salut$|ciao)\b/,
  ],
  [
    "call_back",
    /(?<!\bvous )\b(?:rappelez|rappeler|rappelle)(?: (?!que\b)\w+){0,2} (?:en debut|en fin|en milieu|plus tard|demain|dans|un autre|tout a l heure|lundi|a partir)|\bpouvez vous rappeler\b(?! \w+ votre)/,
  ],
  [
    "confirmed",
    /\b(?:c est|est|sont|etes|a ete|ont ete|je (?:vous )?(?:l |les )?ai|nous (?:vous )?(?:l )?avons|on (?:vous )?a|vous avez|vous etes bien)(?: \w+){0,4}? (?:reserve|confirme|note|inscrit|enregistre|annule|modifie|change|commande|programme|fixe|fait|valide)(?:e|s|es)?\b|\b(?:c est|voila c est) (?:bon|tout bon|fait|note|parfait c est note)\b|\b(?:reservation|table|chambre|commande) (?:est |bien )*(?:confirmee|faite|reservee|notee|enregistree|annulee)|\brendez vous (?:est |bien )*(?:confirme|fixe|note|pris|annule)|\bje vous (?:note|inscris|reserve|confirme|mets)\b|\b(?:on|nous) vous (?:attend|attendons|note|reserve)\b|\b(?:votre|le) numero de (?:reservation|confirmation|commande|dossier) est\b/,
    /\b(?:pas|encore|si|quand|une fois|avant|des que|sera|tout est|deja) (?:\w+ ){0,2}(?:reserve|confirme|note|complet)|\b(?:liste|file) d attente\b|\bcomplets?\b|\bmets en attente\b|\bmets en relation\b/,
  ],
  [
    "unavailable",
    /\b(?:nous sommes|on est|c est|tout est|sommes|est) (?:deja |malheureusement |entierement )*(?:complets?|complete|pleins?|pleine|fermes?|fermee|pris|prise|occupe\w*|indisponible)\b|\b(?:n ai|n avons|n a|n y a|y a|ai|avons|a|reste) (?:malheureusement )?plus (?:de |d |aucun|rien)|\b(?:pas|aucune?) (?:de |d )?(?:table|place|disponibilite|creneau|chambre|rendez vous)|\bne (?:le |la |vous )?(?:peux|peut|pouvons|pourrons|pourrai)\w* (?:\w+ )?(?:pas|plus|rien)|\b(?:c est|ce sera|ca va etre|sera) (?:pas |malheureusement )?(?:im)?possible(?<!c est possible)(?<!sera possible)|\bpas possible\b|\bimpossible\b|\b(?:liste|file) d attente\b|\b(?:uniquement|seulement) (?:en ligne|sur place|par (?:internet|ecrit|mail|courrier)|sur (?:le|notre) site)|\brupture\b/,
  ],
  [
    "refuse",
    /\b(?:ne )?(?:peux|peut|pouvons|suis) (?:\w+ ){0,2}?pas (?:\w+ ){0,3}?(?:donner|dire|communiquer|divulguer|fournir|renseigner)|\bconfidentiel|\b(?:pas|jamais) par telephone\b|\bne (?:donnons|communiquons|donne|communique) pas\b/,
  ],
  [
    "dont_know",
    /\b(?:je (?:ne )?sais pas|on (?:ne )?sait pas|nous ne savons pas|j en sais rien|aucune idee|pas (?:sur|sure|certain|certaine)\b|je n ai pas (?:cette|l) information|il faudrait (?:que je )?(?:demand|voi|verifi)\w*|je dois (?:demander|verifier))/,
  ],
];

export const YES =
  /^(?:(?:ah|euh|bon|ben|bah|alors|bonjour|eh bien|mais) )*(?:oui|ouais|si si|bien sur|tout a fait|exactement|exact|absolument|d accord|entendu|parfait|c est (?:ca|exact|bon|possible|correct)|pas de (?:probleme|souci)|sans probleme|avec plaisir|volontiers|certainement|tres bien|effectivement|voila|ca marche)\b/;
export const NO =
  /^(?:(?:ah|euh|bon|ben|bah|alors|bonjour|eh bien|mais|oui) )*(?:non|malheureusement|desole\w*|je suis (?:vraiment )?desole\w*|je regrette|pas (?!de (?:probleme|souci))|jamais|aucun|aucune|impossible|helas|du tout)\b/;
export const ASKS =
  /^(?:(?:et|mais|alors|bon|oui|d accord|tres bien|parfait) )*(?:que|qu est ce|quel|quelle|quels|quelles|qui|quand|combien|comment|ou\b|pour (?:combien|quand|quel|quelle|quoi|qui)|a (?:quel|quelle|qui)|de la part|est ce que|avez vous|voulez vous|souhaitez vous|pouvez vous|pourriez vous|puis je|desirez vous|preferez vous|etes vous|vous (?:etes|voulez|souhaitez|preferez|avez) combien|c est (?:pour|a quel|de la part))\b/;
