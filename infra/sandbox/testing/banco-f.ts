import { bancoF } from "../portals/banco_f/portal.ts";
import { notices, paddedRut } from "../portals/banco_f/words.ts";
import type { BankUnderTest, Page } from "./bank-under-test.ts";
import { visitorOf } from "./visitor.ts";
import type { Shown, Visitor } from "./visitor.ts";

export const okLogin = { rut: "12.345.678-5", clave: "clave-bancof" };

export function logIn(visitor: Visitor, login = okLogin): Promise<Shown> {
  return visitor.post("/entrar", { run: login.rut, pass: login.clave });
}

/** What the login page puts into the browser; undefined if it is a login page again. */
export function tokenOf({ text }: Shown): string | undefined {
  return /setItem\("bf\.token", "([^"]+)"\)/.exec(text)?.[1];
}

export interface ApiAnswer {
  status: number;
  body: Record<string, unknown> & { codigo: string };
}

export type Caller = (path: string, method?: string) => Promise<ApiAnswer>;

/** Calls the JSON endpoints with a token. */
export function callerOf(portalUrl: string, token: string | undefined): Caller {
  return async (path, method = "GET") => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(`${portalUrl}/api/v2${path}`, { method, headers });
    return { status: response.status, body: (await response.json()) as ApiAnswer["body"] };
  };
}

export interface WireRow {
  orden: number;
  fechaMovimiento: string;
  glosa: string;
  detalle: string | null;
  transferencia: { rut: string; nombre: string; banco: string; cuenta: string } | null;
  numeroDocumento: string;
  monto: string;
  saldo: string | null;
}

export interface WirePage {
  estado: string;
  currency: string;
  movimientos: WireRow[];
  continuacion: string | null;
}

export async function movementsPage(
  call: Caller,
  cuenta: string,
  mes: string,
  continuacion?: string,
): Promise<WirePage> {
  const query = new URLSearchParams({ mes, ...(continuacion ? { continuacion } : {}) });
  const path = `/empresas/E2/cuentas/${cuenta}/movimientos?${query.toString()}`;
  const { body } = await call(path);
  if (body.codigo !== "OK") throw new Error(body.codigo);
  return body as unknown as WirePage;
}

/** Every page of a month, following each continuation. */
export async function movementsPages(
  call: Caller,
  cuenta: string,
  mes: string,
): Promise<WirePage[]> {
  const pages = [await movementsPage(call, cuenta, mes)];
  for (let next = pages[0]?.continuacion; next; next = pages.at(-1)?.continuacion) {
    pages.push(await movementsPage(call, cuenta, mes, next));
  }
  return pages;
}

/** `00000010000000-` → -100000 */
export function amountOf(wire: string): number {
  const hundredths = Number(wire.slice(0, 14));
  return (wire.endsWith("-") ? -hundredths : hundredths) / 100;
}

export const bancoFUnderTest: BankUnderTest = {
  definition: bancoF,
  login: okLogin,
  idleMinutes: 5,
  front: "/entrar",
  leads: {
    ok: "/portals/banco_f/app",
    other_company: "/portals/banco_f/app",
    wrong_password: notices.wrong,
    account_blocked: notices.blocked,
    variant: "/portals/banco_f/mercados",
  },
  active: notices.active,
  ended: '"codigo":"SESION_FINALIZADA"',
  variantRefused: '"codigo":"CANAL_NO_HABILITADO"',
  asksForCompany: false,
  companyShown: (rut) => `"titular":{"rut":"${paddedRut(rut)}"`,
  names: {
    saldos: { usual: '"disponible"', changed: '"libre"' },
    movimientos: { usual: '"monto"', changed: '"importe"' },
  },
  inside: ["/api/v2/empresas", "/api/v2/empresas/E2/cuentas", "/api/v2/empresas/E2/saldos"],
  visit(url) {
    const visitor = visitorOf(url);
    let token: string | undefined;
    let company = "E2";
    const call = async (path: string, method?: string): Promise<Page> => {
      const { status, body } = await callerOf(url, token)(path, method);
      return { status, text: JSON.stringify(body) };
    };
    const attempt = async (login?: typeof okLogin) => {
      const shown = await logIn(visitor, login);
      token = tokenOf(shown) ?? token;
      return shown;
    };
    return {
      logIn: attempt,
      enter: () => attempt(),
      async choose(place) {
        company = `E${place + 1}`;
        return call(`/empresas/${company}/cuentas`);
      },
      saldos: () => call(`/empresas/${company}/saldos`),
      movimientos: (cuenta) =>
        call(`/empresas/${company}/cuentas/${cuenta}/movimientos?mes=202609`),
      logOut: () => call("/salir", "POST"),
      get: (path) => visitor.get(path),
    };
  },
};
