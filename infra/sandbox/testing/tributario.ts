import type { Shown, Visitor } from "./visitor.ts";

export const okLogin = { rut: "12.345.678-5", clave: "clave-tributario" };
export const ownLogin = { rut: "76.555.835-2", clave: "clave-tributario" };
export const main = "76555835-2";

/** What the page's script submits: number and check digit separately. */
export function logIn(visitor: Visitor, login = okLogin): Promise<Shown> {
  const digits = login.rut.replace(/[.-]/g, "");
  return visitor.post("/ingreso", {
    rut: digits.slice(0, -1),
    dv: digits.slice(-1),
    clave: login.clave,
  });
}

/** Logs in and chooses the main company. */
export async function enter(visitor: Visitor, login = okLogin): Promise<Shown> {
  await logIn(visitor, login);
  return visitor.post("/empresas", { rut_emp: main });
}

export interface RegistryQuestion {
  periodo: string;
  operacion: "COMPRA" | "VENTA";
  seccion?: string;
}

export function summary(visitor: Visitor, asked: RegistryQuestion): Promise<Shown> {
  return visitor.post("/registro/resumen", form(asked));
}

export function detail(
  visitor: Visitor,
  asked: RegistryQuestion,
  tipo: number | string,
): Promise<Shown> {
  return visitor.post("/registro/detalle", { ...form(asked), tipo: String(tipo) });
}

function form({ periodo, operacion, seccion = "" }: RegistryQuestion): Record<string, string> {
  return { periodo: periodo.replace("-", ""), operacion, seccion };
}

/** A download's lines, by column name. */
export function linesOf({ text }: Shown): Record<string, string>[] {
  const [header = "", ...lines] = text.trimEnd().split("\r\n");
  const names = header.split(";");
  return lines.map((line) => {
    const cells = line.split(";");
    if (cells.length !== names.length) throw new Error(`a line of ${cells.length} cells`);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

/** `21/11/2026` → `2026-11-21`; empty is null. */
export function isoDay(printed: string | undefined): string | null {
  return printed ? printed.split("/").toReversed().join("-") : null;
}

/** `1.234` → 1234; empty is 0. */
export function amountOf(printed: string | undefined): number {
  return Number((printed ?? "").replaceAll(".", ""));
}
