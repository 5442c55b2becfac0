import type { SpokenTexts } from "./spoken-texts.ts";

/** "De Paul", but "d'Alex" and "d'un client". */
function of(whom: string): string {
  return /^[aeiouyàâäéèêëîïôöùûü]/iu.test(whom) ? `d'${whom}` : `de ${whom}`;
}

export const FRENCH_TEXTS: SpokenTexts = {
  introduction: (name, whom) =>
    `Bonjour, ici ${name}, un assistant automatique, je vous appelle de la part ${of(whom)}.`,
  plainIntroduction: (name, whom) => `Bonjour, ici ${name}, je vous appelle de la part ${of(whom)}.`,
  someCustomer: "un client",
  theBusiness: "l'entreprise",
  thanks: ["Merci.", "Parfait, merci.", "Très bien, merci."],
  allRight: ["D'accord.", "Je vois.", "Très bien."],
  moment: ["Un instant, s'il vous plaît, je me renseigne.", "Un petit moment, je vous prie, je pose la question."],
  stillChecking: [
    "Merci de patienter. Je me renseigne toujours.",
    "J'attends encore la réponse. Merci de votre patience.",
    "Pardon pour l'attente. Ce ne sera plus très long.",
    "Je suis toujours là, je vous réponds dès que je le sais.",
  ],
  stillHere: ["Oui, je suis toujours là. J'attends la réponse.", "Je suis là. Pardon de vous faire attendre."],
  hurrying: ["Pardon pour l'attente. La question est posée.", "Excusez-moi, je vous le dis dès que je le sais."],
  waitLonger: "Pardon, je n'ai pas encore la réponse. Pourriez-vous patienter encore un peu ?",
  thankYouForTime: ["Merci beaucoup, c'est très aimable.", "Je vous en remercie."],
  cannotWait: "Je comprends. Pouvons-nous continuer sans cette réponse, ou préférez-vous que nous rappelions ?",
  goOnWithout: "D'accord, continuons sans cela.",
  alsoAsking: "Je pose aussi cette question. Un instant, s'il vous plaît.",
  askingNext: "Et maintenant je me renseigne sur votre autre question.",
  sureHold: "Bien sûr.",
  notUnderstood: [
    "Pardon, je n'ai pas compris. Pouvez-vous répéter ?",
    "Excusez-moi, pourriez-vous répéter, s'il vous plaît ?",
  ],
  robot: (whom) => `Oui, je suis un assistant automatique. J'appelle de la part ${of(whom)}.`,
  areYouThere: "Allô ? Vous êtes toujours là ?",
  nobody: "Je n'entends personne. Je rappellerai une autre fois. Au revoir.",
  noAnswer:
    "Je suis désolé, je n'ai pas la réponse pour le moment. Pouvons-nous continuer sans, ou faut-il rappeler plus tard ?",
  willCallBack: "D'accord. Nous rappellerons plus tard. Merci beaucoup de votre aide. Au revoir.",
  isThatAnObjection: "Pardon de vous déranger. Souhaitez-vous que nous n'appelions plus jamais ce numéro ?",
  objection: "Veuillez m'excuser pour cet appel. Nous ne vous appellerons plus. Au revoir.",
  wrongNumber: "Excusez-moi, je me suis trompé de numéro. Au revoir.",
  goodbye: "C'est tout. Merci beaucoup de votre aide. Au revoir.",
  shortGoodbye: "Merci beaucoup. Au revoir.",
  wrapUp: "Je suis désolé, je dois mettre fin à l'appel. Merci beaucoup de votre aide. Au revoir.",
  connecting: "Je vous mets en relation. Un instant, s'il vous plaît.",
  stillConnecting: [
    "Merci de patienter. J'essaie toujours de vous mettre en relation.",
    "Encore un instant, s'il vous plaît.",
  ],
  notConnected: "Je suis désolé, je n'ai pas réussi à joindre cette personne.",
  onTheLine: (name, business, about) =>
    `Bonjour, ici ${name}, votre assistant automatique. J'ai ${business} en ligne à ce sujet : ${about} Je vous mets en relation.`,
  oneMoment: "Un instant, s'il vous plaît.",
  apology:
    "Je suis désolé, nous avons un problème technique et je ne peux pas continuer. Nous rappellerons. Au revoir.",
};
