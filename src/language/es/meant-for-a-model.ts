/** Spanish that tells a language model what to do. Words are folded. */
export const MEANT_FOR_A_MODEL_IN_SPANISH: readonly RegExp[] = [
  /\b(?:ignor\w+|olvid\w+|omit\w+|desobedec\w+|descart\w+|no (?:hagas?|haga) caso (?:de|a)|no sigas?|no obedezcas?|saltate|borra) (?:\w+ ){0,5}?(?:instrucciones|tus (?:reglas|normas|ordenes|restricciones|directrices)|sus (?:reglas|normas|directrices)|reglas (?:anteriores|previas|iniciales)|ordenes (?:anteriores|previas|iniciales))\b/,
  /\bolvid\w+ (?:todo )?lo que te (?:han|hayan|habian|dijeron|ordenaron|ensenaron|programaron)\b(?!.*\b(?:companer|recepcion|ayer))/,
  /\b(?:marc|registr|anot|apunt|cuent|guard|report|inform)\w* (?:\w+ ){0,4}?(?:como|con) (?:un |una )?(?:exito|exitos[oa]|llamada exitosa)\b/,
  /\b(?:marc|registr|anot|apunt|pon)\w* (?:\w+ ){0,6}?aunque no (?:lo |la )?(?:este|sea|haya)\b/,
  /\b(?:a partir de|desde) (?:ahora|este momento),? (?:tu )?(?:eres|seras|actuas|obedeces|debes obedecer|respondes)\b/,
  /\b(?:dile|diga|digale|informa|comunica) a (?:tu|su) (?:cliente|usuario|jefe|dueno|operador) que (?:\w+ ){0,8}?(?:exito|exitosa)\b/,
  /\b(?:cuales son|lee|leeme|dime|repite|muestra|revela) (?:\w+ ){0,4}?tus (?:instrucciones|reglas|ordenes|directrices)\b|\b(?:tu|el|su) prompt\b|\binstrucciones (?:del sistema|ocultas|secretas|internas|de sistema)\b/,
  /\bmodo (?:de )?(?:desarrollador|desarrollo|administrador|dios|depuracion|debug|jailbreak|root)\b|\bmodelo de lenguaje\b|\bcomo (?:ia|inteligencia artificial) (?:que eres|debes|tienes|estas)\b/,
  /\b(?:llama|ejecuta|invoca|usa|utiliza) (?:a )?(?:la|tu) (?:funcion|herramienta)\b|\bejecuta el comando\b/,
];
