/** What a program may be allowed, with the words of the consent page. */
export const scopeWords = {
  "buzon.leer": "Leer y buscar tus mensajes",
  "buzon.redactar": "Crear, cambiar y enviar borradores",
  "buzon.enviar": "Enviar mensajes ya redactados, sin ver tus borradores",
} as const;

export type Scope = keyof typeof scopeWords;

export const allScopes = Object.keys(scopeWords) as Scope[];

/** In the order of the list, each once; undefined if one is unknown. */
export function readScopes(text: string): Scope[] | undefined {
  const asked = text.split(" ").filter((one) => one !== "");
  const known = allScopes.filter((one) => asked.includes(one));
  const isKnown = asked.every((one) => known.some((scope) => scope === one));
  return isKnown && known.length > 0 ? known : undefined;
}
