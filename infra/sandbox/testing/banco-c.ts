import { dottedRut } from "../generator/rut.ts";
import { bancoC } from "../portals/banco_c/portal.ts";
import { notices } from "../portals/banco_c/words.ts";
import type { BankUnderTest } from "./bank-under-test.ts";
import { visitorOf } from "./visitor.ts";
import type { Shown, Visitor } from "./visitor.ts";

export const okLogin = { rut: "12.345.678-5", clave: "04827741" };

/** Types the digits on whatever keypad the page shows. */
export async function logIn(visitor: Visitor, login = okLogin): Promise<Shown> {
  const { text } = await visitor.get("/acceso");
  const codes = login.clave
    .split("")
    .map(
      (digit) => new RegExp(`data-k="([0-9a-f]+)"[^>]*>\\s*${digit}\\s*<`).exec(text)?.[1] ?? "",
    );
  return visitor.post("/acceso", {
    rut: login.rut,
    teclado: hidden(text, "teclado"),
    codigos: codes.join("-"),
  });
}

export function hidden(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
}

/** Logs in and switches to the main company, which is second in the list. */
export async function enter(visitor: Visitor): Promise<Shown> {
  await logIn(visitor);
  return visitor.post("/empresa", { empresa: "2" });
}

export function download(visitor: Visitor, cuenta: number, periodo: string): Promise<Shown> {
  const mes = periodo.split("-").toReversed().join("");
  return visitor.post("/movimientos/descarga", { cuenta: String(cuenta), mes });
}

export interface CsvRow {
  fecha: string;
  fechaContable: string | null;
  sucursal: string | null;
  documento: string | null;
  glosa: string;
  cargo: number;
  abono: number;
  saldo: number;
}

const headerLines = 4;

/** The rows of a download, independent of how the portal wrote them. */
export function csvRows(text: string): CsvRow[] {
  const lines = text.trim().split("\r\n");
  const [total = "", count] = lines.at(-1)?.split(";") ?? [];
  const cells = lines.slice(headerLines, -1).map((line) => line.split(";"));
  if (count === "0") return [];
  if (total !== "Total registros" || Number(count) !== cells.length) throw new Error("no total");
  return cells.map(([fecha = "", contable = "", sucursal, documento, glosa = "", ...amounts]) => {
    const [cargo = 0, abono = 0, saldo = 0] = amounts.map(amountOf);
    return {
      fecha: isoDay(fecha),
      fechaContable: contable === "" ? null : isoDay(contable),
      sucursal: sucursal === "" ? null : (sucursal ?? null),
      documento: documento === "" ? null : (documento ?? null),
      glosa,
      cargo,
      abono,
      saldo,
    };
  });
}

/** `$ -1.234,50`, `-1.234` or nothing */
export function amountOf(printed: string): number {
  return Number(printed.replace(/US|[$.\s]/g, "").replace(",", "."));
}

export function isoDay(printed: string): string {
  return printed.split("/").toReversed().join("-");
}

/** The pairs of the page's definition lists, list by list. */
export function definitions(html: string): Record<string, string>[] {
  return [...html.matchAll(/<dl>([\s\S]*?)<\/dl>/g)].map(([, list = ""]) =>
    Object.fromEntries(
      [...list.matchAll(/<dt>([\s\S]*?)<\/dt>\s*<dd>([\s\S]*?)<\/dd>/g)].map(
        ([, name = "", value = ""]) => [name.trim(), value.trim()],
      ),
    ),
  );
}

export const bancoCUnderTest: BankUnderTest = {
  definition: bancoC,
  login: okLogin,
  idleMinutes: 10,
  front: "/acceso",
  leads: {
    ok: "Bienvenido",
    other_company: "77.879.240-0",
    wrong_password: notices.wrong,
    account_blocked: notices.blocked,
    variant: "Banca Corporativa C",
  },
  active: notices.active,
  ended: notices.ended,
  variantRefused: notices.ended,
  asksForCompany: false,
  companyShown: (rut) => `RUT ${dottedRut(rut)}`,
  names: {
    saldos: { usual: "<dt>Saldo disponible</dt>", changed: "<dt>Monto girable</dt>" },
    movimientos: { usual: ";Cargo;Abono;", changed: ";Giros;Abono;" },
  },
  inside: ["/inicio", "/saldos", "/movimientos", "/cartolas", "/tarjetas"],
  visit(url) {
    const visitor = visitorOf(url);
    return {
      logIn: (login) => logIn(visitor, login),
      enter: () => enter(visitor),
      choose: (place) => visitor.post("/empresa", { empresa: String(place + 1) }),
      saldos: () => visitor.get("/saldos"),
      movimientos: () => download(visitor, 1, "2026-09"),
      logOut: () => visitor.get("/salir"),
      get: (path) => visitor.get(path),
    };
  },
};
