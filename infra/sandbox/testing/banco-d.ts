import { dottedRut } from "../generator/rut.ts";
import { errors } from "../portals/banco_d/entry.ts";
import { bancoD } from "../portals/banco_d/portal.ts";
import type { BankUnderTest } from "./bank-under-test.ts";
import { visitorOf } from "./visitor.ts";
import type { Shown, Visitor } from "./visitor.ts";

export const okLogin = { rut: "12345678-5", clave: "clave-bancod" };

/** Submits a page's form as it is: its hidden state, and the filled-in fields. */
export async function send(
  visitor: Visitor,
  page: string,
  fields: Record<string, string>,
): Promise<Shown> {
  const { text } = await visitor.get(page);
  return visitor.post(page, { __VISTA: viewOf(text), ...fields });
}

export function viewOf(html: string): string {
  return /name="__VISTA" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

export function logIn(visitor: Visitor, login = okLogin): Promise<Shown> {
  const [txtRut = "", txtDv = ""] = login.rut.split("-");
  return send(visitor, "/Ingreso.aspx", { txtRut, txtDv, txtClave: login.clave });
}

/** Logs in and chooses the main company, which is second in the list. */
export async function enter(visitor: Visitor): Promise<Shown> {
  await logIn(visitor);
  return send(visitor, "/Empresas.aspx", { ddlEmpresa: "1" });
}

/** `cuenta` is 1, 2 or 3; days are DD-MM-AAAA. */
export function search(
  visitor: Visitor,
  cuenta: number,
  txtDesde: string,
  txtHasta: string,
): Promise<Shown> {
  return send(visitor, "/Movimientos.aspx", { ddlCuenta: String(cuenta), txtDesde, txtHasta });
}

export function labelOf(html: string, id: string): string | undefined {
  return new RegExp(`<span id="${id}"[^>]*>([^<]*)</span>`).exec(html)?.[1];
}

/** The cells of a grid, header first. */
export function gridOf(html: string, id: string): string[][] {
  const table = new RegExp(`<table id="${id}"[^>]*>([\\s\\S]*?)</table>`).exec(html)?.[1] ?? "";
  return [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = ""]) =>
      cell.replaceAll("&nbsp;", "").replaceAll("&amp;", "&").trim(),
    ),
  );
}

export const bancoDUnderTest: BankUnderTest = {
  definition: bancoD,
  login: okLogin,
  idleMinutes: 8,
  front: "/Ingreso.aspx",
  leads: {
    ok: 'id="lnkSalir"',
    other_company: "77.879.240-0",
    wrong_password: errors.wrong,
    account_blocked: errors.blocked,
    variant: "Banca Patrimonio D",
  },
  active: errors.active,
  ended: errors.ended,
  variantRefused: errors.ended,
  asksForCompany: true,
  companyShown: dottedRut,
  names: {
    saldos: { usual: "<th>Saldo 9 AM</th>", changed: "<th>Saldo Apertura</th>" },
    movimientos: { usual: "<th>Monto</th>", changed: "<th>Importe</th>" },
  },
  inside: ["/Empresas.aspx", "/Inicio.aspx", "/Saldos.aspx", "/Movimientos.aspx"],
  visit(url) {
    const visitor = visitorOf(url);
    return {
      logIn: (login) => logIn(visitor, login),
      enter: () => enter(visitor),
      choose: (place) => send(visitor, "/Empresas.aspx", { ddlEmpresa: String(place) }),
      saldos: () => visitor.get("/Saldos.aspx"),
      movimientos: () => search(visitor, 1, "01-09-2026", "30-09-2026"),
      logOut: () => visitor.get("/Salir.aspx"),
      get: (path) => visitor.get(path),
    };
  },
};
