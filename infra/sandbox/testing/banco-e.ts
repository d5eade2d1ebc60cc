import type { Shown, Visitor } from "./visitor.ts";

export const okLogin = { rut: "12.345.678-5", clave: "clave-bancoe" };

/** The first step alone; the second is a page that waits for the device. */
export function identify(visitor: Visitor, login = okLogin): Promise<Shown> {
  return visitor.post("/ingreso", { usuario: login.rut, secreto: login.clave });
}

export async function poll(visitor: Visitor, approval: string): Promise<string> {
  const { text } = await visitor.get(`${approval}/estado`);
  return (JSON.parse(text) as { estado: string }).estado;
}

/** The path of the request that the page waits for. */
export function approvalOf({ text }: Shown): string | undefined {
  return /action="[^"]*(\/autorizacion\/[^/]+)\/continuar"/.exec(text)?.[1];
}

const mostPolls = 200;

/** Both steps; what the first one answered when there is no second. */
export async function logIn(visitor: Visitor, login = okLogin): Promise<Shown> {
  const first = await identify(visitor, login);
  const approval = approvalOf(first);
  if (!approval) return first;
  for (let polls = 0; polls < mostPolls; polls += 1) {
    if ((await poll(visitor, approval)) !== "PENDIENTE") break;
  }
  return visitor.post(`${approval}/continuar`, {});
}

/** Logs in and chooses the main company, which is the second of the list. */
export async function enter(visitor: Visitor): Promise<Shown> {
  await logIn(visitor);
  return visitor.post("/empresas", { empresa: "e1" });
}

export function tablePage(
  visitor: Visitor,
  cuenta: string,
  mes: string,
  pagina = 1,
): Promise<Shown> {
  return visitor.get(
    `/movimientos/tabla?${new URLSearchParams({ cuenta, mes, pagina: String(pagina) }).toString()}`,
  );
}

/** Every page of a month, by the greatest number on a button. */
export async function tablePages(visitor: Visitor, cuenta: string, mes: string): Promise<string[]> {
  const { text } = await tablePage(visitor, cuenta, mes);
  const numbers = [...text.matchAll(/data-pagina="(\d+)"/g)].map(([, number]) => Number(number));
  const pages = [text];
  for (let pagina = 2; pagina <= Math.max(1, ...numbers); pagina += 1) {
    pages.push((await tablePage(visitor, cuenta, mes, pagina)).text);
  }
  return pages;
}

/** `50.000-`, `(50.000)` or `50.000`; nothing and a dash are unknown. */
export function amountOf(printed: string): number | null {
  if (printed === "" || printed === "—") return null;
  const digits = Number(printed.replace(/\D/g, ""));
  return /[-(]/.test(printed) ? -digits : digits;
}

export function isoDay(printed: string): string {
  return printed.split("-").toReversed().join("-");
}
