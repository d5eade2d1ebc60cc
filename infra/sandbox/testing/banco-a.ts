import { dottedRut } from "../generator/rut.ts";
import { notices } from "../portals/banco_a/entry.ts";
import { bancoA } from "../portals/banco_a/portal.ts";
import type { BankUnderTest } from "./bank-under-test.ts";
import { visitorOf } from "./visitor.ts";
import type { Shown, Visitor } from "./visitor.ts";

export const okLogin = { rut: "12.345.678-5", clave: "clave-bancoa" };

export function logIn(visitor: Visitor, login = okLogin): Promise<Shown> {
  return visitor.post("/ingreso", login);
}

/** Logs in and chooses the main company, which is second in the list. */
export async function enter(visitor: Visitor): Promise<Shown> {
  await logIn(visitor);
  return visitor.post("/empresas", { indice: "1" });
}

/** Every sheet of one account and month, following "Siguiente". */
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

export const bancoAUnderTest: BankUnderTest = {
  definition: bancoA,
  login: okLogin,
  idleMinutes: 5,
  front: "/ingreso",
  leads: {
    ok: "Seleccione la empresa",
    other_company: "77.879.240-0",
    wrong_password: notices.wrong,
    account_blocked: notices.blocked,
  },
  active: notices.active,
  ended: notices.ended,
  asksForCompany: true,
  companyShown: dottedRut,
  names: {
    saldos: { usual: "<th>Saldo Disponible</th>", changed: "<th>Cupo Libre</th>" },
    movimientos: { usual: "<th>Cargo</th>", changed: "<th>Giros</th>" },
  },
  inside: ["/empresas", "/inicio", "/cuentas", "/saldos", "/cartola"],
  visit(url) {
    const visitor = visitorOf(url);
    return {
      logIn: (login) => logIn(visitor, login),
      enter: () => enter(visitor),
      choose: (place) => visitor.post("/empresas", { indice: String(place) }),
      saldos: () => visitor.get("/saldos"),
      movimientos: () => visitor.post("/cartola", { cuenta: "0", periodo: "202609" }),
      logOut: () => visitor.get("/salir"),
      get: (path) => visitor.get(path),
    };
  },
};
