import { ran } from "./script-page.ts";
import type { Shown, Visitor } from "./visitor.ts";

type Fields = Record<string, string>;

export const listPath = (lado: string, periodo: string, pagina = 0): string =>
  `/honorarios/informe?lado=${lado.toUpperCase()}&periodo=${periodo.replace("-", "")}&pagina=${pagina}`;

/** A list page's rows: the fields that the script assigns, by position. */
export function listedRows(shown: Shown): Fields[] {
  const rows: Fields[] = [];
  for (const [key, text] of Object.entries(ran(shown).variable("fila"))) {
    const [, name = "", place = ""] = /^(\w+)_(\d+)$/.exec(key) ?? [];
    const index = Number(place) - 1;
    rows[index] = { ...rows[index], [name]: text };
  }
  return rows;
}

/** The document behind a link. */
export function barCodeIn(text: string): string | undefined {
  return /txt_codigobarras=(\w+)/.exec(text)?.[1];
}

/** 500.000 to a company of Ñuñoa, on 20 November 2026: 15,25 % is 76.250. */
export const typed: Fields = {
  num_dia: "20",
  num_mes: "11",
  num_anio: "2026",
  txt_rut_dest: "77879240",
  txt_dv_dest: "0",
  txt_nombre_dest: "  servicios  íñigo peña e.i.r.l. ",
  txt_domicilio_dest: "Av. Ñuble 12",
  cod_region: "13",
  cod_comuna: "1329",
  txt_prestacion_1: "Asesoría de año",
  val_prestacion_1: "400000",
  txt_prestacion_3: "Informe",
  val_prestacion_3: "100000",
  opt_retencion: "1",
};

/** Address, then the empty form. */
export async function receiptForm(visitor: Visitor): Promise<Shown> {
  const address = ran(await visitor.get("/honorarios/emitir")).form("domicilio");
  return visitor.post("/honorarios/emitir/boleta", address.fields, "latin1");
}

export async function confirm(visitor: Visitor, more: Fields = {}): Promise<Shown> {
  const { fields } = ran(await receiptForm(visitor)).form("boleta");
  const filled = { ...fields, ...typed, ...more };
  return visitor.post("/honorarios/emitir/confirmar", filled, "latin1");
}

/** The one request that issues. */
export function accept(visitor: Visitor, confirmation: Shown): Promise<Shown> {
  const { fields } = ran(confirmation).form("confirmacion");
  return visitor.post("/honorarios/emitir/aceptar", fields, "latin1");
}

export async function issue(visitor: Visitor, more: Fields = {}): Promise<Shown> {
  return accept(visitor, await confirm(visitor, more));
}

export function numberOf({ text }: Shown): number {
  return Number(/<b id="numero">(\d+)<\/b>/.exec(text)?.[1]);
}

export function askToAnnul(visitor: Visitor, folio: number): Promise<Shown> {
  return visitor.post("/honorarios/anular/confirmar", { num_boleta: String(folio) }, "latin1");
}

export function acceptAnnulment(visitor: Visitor, asked: Shown, cause = "3"): Promise<Shown> {
  const { fields } = ran(asked).form("anulacion");
  return visitor.post("/honorarios/anular/aceptar", { ...fields, cod_causa: cause }, "latin1");
}

export async function annul(visitor: Visitor, folio: number): Promise<Shown> {
  return acceptAnnulment(visitor, await askToAnnul(visitor, folio));
}
