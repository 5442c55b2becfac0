import type { SpokenTexts } from "./spoken-texts.ts";

export const SPANISH_TEXTS: SpokenTexts = {
  introduction: (name, whom) => `Hola, buenas, soy ${name}, un asistente automático, y llamo de parte de ${whom}.`,
  plainIntroduction: (name, whom) => `Hola, buenas, soy ${name} y llamo de parte de ${whom}.`,
  someCustomer: "un cliente",
  theBusiness: "el negocio",
  thanks: ["Gracias.", "Perfecto, gracias.", "Muy bien, gracias."],
  allRight: ["De acuerdo.", "Entiendo.", "Muy bien."],
  moment: ["Un momento, por favor, lo consulto.", "Deme un momento, por favor, que lo pregunto."],
  stillChecking: [
    "Gracias por esperar. Lo sigo consultando.",
    "Todavía espero la respuesta. Gracias por su paciencia.",
    "Disculpe la espera. Ya falta poco.",
    "Gracias por esperar. Sigo aquí.",
  ],
  sureHold: "Por supuesto.",
  notUnderstood: ["Perdone, no le he entendido. ¿Me lo puede repetir?", "Disculpe, ¿podría repetirlo, por favor?"],
  robot: (whom) => `Sí, soy un asistente automático. Llamo de parte de ${whom}.`,
  areYouThere: "¿Hola? ¿Sigue usted ahí?",
  nobody: "No oigo a nadie. Volveré a llamar en otro momento. Adiós.",
  noAnswer:
    "Lo siento, ahora mismo no tengo esa respuesta. ¿Podemos seguir sin ella, o prefiere que llamemos más tarde?",
  willCallBack: "De acuerdo. Llamaremos más tarde. Muchas gracias por su ayuda. Adiós.",
  isThatAnObjection: "Siento molestarle. ¿Quiere que nos aseguremos de que no se vuelva a llamar a este número?",
  objection: "Le pido disculpas por la llamada. No le volveremos a llamar. Adiós.",
  wrongNumber: "Lo siento, creo que me he equivocado de número. Adiós.",
  goodbye: "Eso es todo. Muchas gracias por su ayuda. Adiós.",
  shortGoodbye: "Muchas gracias. Adiós.",
  wrapUp: "Lo siento, tengo que terminar la llamada. Muchas gracias por su ayuda. Adiós.",
  connecting: "Ahora le paso. Un momento, por favor.",
  stillConnecting: ["Gracias por esperar. Todavía le estoy pasando.", "Disculpe la espera. Sigo intentándolo."],
  notConnected: "Lo siento, no he podido localizar a esa persona.",
  onTheLine: (name, business, about) =>
    `Hola, soy ${name}, su asistente automático. Tengo al teléfono a ${business} por lo siguiente: ${about} Se lo paso ahora.`,
  oneMoment: "Un momento, por favor.",
  apology: "Lo siento, tenemos un problema técnico y no puedo continuar. Volveremos a llamar. Adiós.",
};
