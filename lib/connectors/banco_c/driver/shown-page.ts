import type { Frame, Page } from "playwright-core";
import { readPrinted, type PrintedChoice } from "#lib/browser/index.ts";
import type { ShownPage } from "../portal.ts";

const parts = {
  texts: {
    titular: "#titular",
    login: "form#acceso",
    heading: "main h1",
    notice: "main .alerta",
  },
  tables: { datos: "table.datos" },
  selects: {
    empresa: "select#empresa",
    cuenta: "select#cuenta",
    tarjeta: "select#tarjeta",
    estado: "select#estado",
    mes: "select#mes",
  },
  boxes: { all: "section.cuenta, #cartola" },
} as const;

/** Reads the whole page in one question to the browser. */
export async function shownPage(shown: Page | Frame): Promise<ShownPage> {
  const { texts, tables, selects, boxes } = await readPrinted(shown, parts);
  return {
    titular: texts.titular,
    asksToLogIn: texts.login !== null,
    heading: texts.heading ?? "",
    notice: texts.notice,
    table: tables.datos,
    boxes: boxes.all,
    companies: selects.empresa,
    accounts: selects.cuenta,
    cards: selects.tarjeta,
    chosen: {
      cuenta: chosen(selects.cuenta),
      tarjeta: chosen(selects.tarjeta),
      estado: chosen(selects.estado),
      mes: chosen(selects.mes),
    },
    months: selects.mes.map(({ value }) => value),
  };
}

function chosen(choices: readonly PrintedChoice[]): string {
  return choices.find(({ selected }) => selected)?.value ?? "";
}
