import { bancoE } from "../portals/banco_e/portal.ts";
import { notices } from "../portals/banco_e/words.ts";
import type { BankUnderTest } from "./bank-under-test.ts";
import { visitorOf } from "./visitor.ts";
import type { Shown, Visitor } from "./visitor.ts";

export const okLogin = { rut: "12.345.678-5", clave: "clave-bancoe" };

/** Only the first step; the second is a page that waits for the device. */
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

/** Both steps, or the first one's answer if there is no second. */
export async function logIn(visitor: Visitor, login = okLogin): Promise<Shown> {
  const first = await identify(visitor, login);
  const approval = approvalOf(first);
  if (!approval) return first;
  for (let polls = 0; polls < mostPolls; polls += 1) {
    if ((await poll(visitor, approval)) !== "PENDIENTE") break;
  }
  return visitor.post(`${approval}/continuar`, {});
}

/** Logs in and chooses the main company, which is second in the list. */
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

/** Every page of a month, up to the largest number on a button. */
export async function tablePages(visitor: Visitor, cuenta: string, mes: string): Promise<string[]> {
  const { text } = await tablePage(visitor, cuenta, mes);
  const numbers = [...text.matchAll(/data-pagina="(\d+)"/g)].map(([, number]) => Number(number));
  const pages = [text];
  for (let pagina = 2; pagina <= Math.max(1, ...numbers); pagina += 1) {
    pages.push((await tablePage(visitor, cuenta, mes, pagina)).text);
  }
  return pages;
}

/** `50.000-`, `(50.000)` or `50.000`; empty and a dash are unknown. */
export function amountOf(printed: string): number | null {
  if (printed === "" || printed === "—") return null;
  const digits = Number(printed.replace(/\D/g, ""));
  return /[-(]/.test(printed) ? -digits : digits;
}

export function isoDay(printed: string): string {
  return printed.split("-").toReversed().join("-");
}

export const bancoEUnderTest: BankUnderTest = {
  definition: bancoE,
  login: okLogin,
  idleMinutes: 5,
  front: "/ingreso",
  leads: {
    ok: /¿Con qué empresa desea trabajar\?|Bienvenido a su banco/,
    other_company: 'data-rut="77879240-0"',
    wrong_password: notices.wrong,
    account_blocked: notices.blocked,
    variant: "Mundo Pyme E",
  },
  active: notices.active,
  ended: notices.ended,
  variantRefused: notices.ended,
  asksForCompany: true,
  companyShown: (rut) => `data-rut="${rut}"`,
  names: {
    saldos: { usual: "<th>Saldo disponible</th>", changed: "<th>Saldo utilizable</th>" },
    movimientos: { usual: "<th>Monto</th>", changed: "<th>Importe</th>" },
  },
  inside: ["/empresas", "/portada", "/posicion", "/movimientos", "/movimientos/tabla"],
  visit(url) {
    const visitor = visitorOf(url);
    return {
      logIn: (login) => logIn(visitor, login),
      enter: () => enter(visitor),
      choose: (place) => visitor.post("/empresas", { empresa: `e${place}` }),
      saldos: () => visitor.get("/posicion"),
      movimientos: (cuenta) => tablePage(visitor, cuenta, "2026-09"),
      logOut: () => visitor.post("/salir", {}),
      get: (path) => visitor.get(path),
    };
  },
};
