import { ran } from "./script-page.ts";
import type { Shown, Visitor } from "./visitor.ts";

type Fields = Record<string, string>;

export const recipient: Fields = {
  tipo: "10",
  institucion: "",
  otro_destinatario: "Arriendos Ñuble",
  correo: "a@example.com",
};

/** A page's ticket: works once, for half a minute. */
export async function ticket(visitor: Visitor): Promise<string> {
  return ran(await visitor.get("/carpeta")).variable("carpeta")["boleto"] ?? "";
}

export async function generate(visitor: Visitor, more: Fields = {}): Promise<Shown> {
  const boleto = await ticket(visitor);
  return visitor.postParts("/carpeta/servicio/generar", { ...recipient, boleto, ...more });
}

export async function revoke(visitor: Visitor, codigo: string): Promise<Shown> {
  const boleto = await ticket(visitor);
  return visitor.postParts("/carpeta/servicio/revocar", { boleto, codigo });
}

export interface FolderAnswer {
  resultado?: number;
  estado?: number;
  id?: string;
  llave?: string;
  nombre?: string;
  contenido?: string;
  cantidad?: number;
  carpetas?: Record<string, unknown>[];
}

export function answerOf({ text }: Shown): FolderAnswer {
  return JSON.parse(text) as FolderAnswer;
}

export async function service(visitor: Visitor, call: string): Promise<FolderAnswer> {
  return answerOf(await visitor.get(`/carpeta/servicio/${call}`));
}
