import type { Page } from "playwright-core";
import { readPrinted } from "#lib/browser/index.ts";
import type { ShownPage, ShownPiece } from "../portal.ts";

const login = "form#identificacion";
const pageParts = {
  texts: { titular: "span[data-rut]", login, heading: "h2" },
  tables: { posicion: "table.posicion" },
  selects: { cuenta: "select[name='cuenta']", mes: "select[name='mes']" },
} as const;
const pieceParts = {
  texts: { login, summary: ".resumen", emptyMark: "#sin-movimientos" },
  tables: { movs: "table.movs" },
} as const;

/** Reads the whole page in one question to the browser. */
export async function shownPage(page: Page): Promise<ShownPage> {
  const { texts, tables, selects } = await readPrinted(page, pageParts);
  return {
    titular: texts.titular,
    asksToLogIn: texts.login !== null,
    heading: texts.heading ?? "",
    balances: tables.posicion,
    accounts: selects.cuenta,
    months: selects.mes.map(({ value }) => value),
  };
}

/** Reads a fragment that the portal's own script would insert into the page. */
export async function shownPiece(page: Page, html: string): Promise<ShownPiece> {
  const { texts, tables } = await readPrinted(page, pieceParts, html);
  return {
    asksToLogIn: texts.login !== null,
    summary: texts.summary,
    emptyMark: texts.emptyMark,
    table: tables.movs,
  };
}
