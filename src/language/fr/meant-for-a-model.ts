/** French that tells a language model what to do. Words are folded. */
export const MEANT_FOR_A_MODEL_IN_FRENCH: readonly RegExp[] = [
  /\b(?:ignor\w+|oubli\w+|neglige\w*|ne (?:tiens|tenez) pas compte (?:de|des)|ne (?:suis|suivez|respecte|respectez) (?:plus|pas)|contourne\w*|efface\w*) (?:\w+ ){0,5}?(?:instructions|(?:tes|vos|toutes les) (?:consignes|regles|directives|ordres)|(?:consignes|regles|directives) (?:precedentes|initiales|anterieures))\b/,
  /\boublie (?:tout )?ce (?:qu'on|qu on|qu'ils|que l'on|que tes \w+) t(?:'|e | )(?:a|ont|avait|avaient)\b/,
  /\b(?:marqu|not|enregistr|compt|consider|signal|rapport)\w* (?:(?:\w|')+ ){0,4}?comme (?:un |une )?(?:succes|reussite?|reussi)\b/,
  /\b(?:marqu|not|enregistr|inscri)\w* (?:(?:\w|')+ ){0,6}?meme si ce n'?\s?est pas (?:vrai|le cas|confirme|fait)\b/,
  /\b(?:a partir de|des) (?:maintenant|cet instant),? (?:tu es|tu seras|tu agis|tu dois|tu obeis|vous etes un assistant)\b/,
  /\b(?:dis|dites|annonce|annoncez) a (?:ton|votre) (?:client|utilisateur|patron|operateur|proprietaire) que (?:(?:\w|')+ ){0,8}?succes\b/,
  /\b(?:lis|dis|montre|repete|revele|donne|quelles sont)(?: moi)?(?:-moi)? (?:\w+ ){0,3}?tes (?:instructions|consignes|regles|directives)\b|\b(?:ton|votre|le) prompt\b(?! retablissement)|\binstructions (?:systeme|du systeme|cachees|secretes|internes)\b/,
  /\bmode (?:developpeur|administrateur|dieu|debogage|debug|jailbreak|root)\b|\bmodele de langage\b|\ben tant qu'?\s?(?:ia|intelligence artificielle)\b/,
  /\b(?:appelle|execute|utilise|invoque|lance) (?:la|ta|l') ?(?:fonction|outil|commande systeme)\b/,
];
