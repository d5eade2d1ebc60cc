import type { Shown, Visitor } from "./visitor.ts";

export const okLogin = { rut: "12.345.678-5", clave: "clave-bancoa" };

export function logIn(visitor: Visitor, login = okLogin): Promise<Shown> {
  return visitor.post("/ingreso", login);
}

/** Logs in and chooses the main company, which is the second of the list. */
export async function enter(visitor: Visitor): Promise<Shown> {
  await logIn(visitor);
  return visitor.post("/empresas", { indice: "1" });
}

/** Every sheet of one account and month, by following "Siguiente". */
export async function sheetsOf(
  visitor: Visitor,
  cuenta: number,
  periodo: string,
): Promise<string[]> {
  const sheets = [];
  let shown = await visitor.post("/cartola", { cuenta: String(cuenta), periodo });
  sheets.push(shown.text);
  for (let mark = markOf(shown.text); mark; mark = markOf(shown.text)) {
    shown = await visitor.post("/cartola/siguiente", { marca: mark });
    sheets.push(shown.text);
  }
  return sheets;
}

function markOf(html: string): string | undefined {
  return /name="marca" value="([^"]+)"/.exec(html)?.[1];
}
