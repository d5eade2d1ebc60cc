import { parseMonto, parsePortalDate, type Periodo } from "#lib/chile/index.ts";
import { parseMoneda, rowsOf, unknownShape } from "#lib/contract/bank/index.ts";
import type { ShownPage } from "../portal.ts";
import type { Cartola } from "../store.ts";

const columns = { numero: "N° Cartola", desde: "Desde", hasta: "Hasta", emision: "Emisión" };
const terms = {
  cuenta: "Cuenta",
  moneda: "Moneda",
  desde: "Desde",
  hasta: "Hasta",
  emision: "Fecha de emisión",
  inicial: "Saldo inicial",
  abonos: "Total abonos",
  cargos: "Total cargos",
  final: "Saldo final",
  movimientos: "N° de movimientos",
} as const;

const emptyMarker = "No existen cartolas emitidas para el período seleccionado.";

interface ListedStatement {
  numero: string;
  link: string;
}

/** The statements that a search found; null for a row that cannot be read. */
export function parseStatementList(page: ShownPage): (ListedStatement | null)[] {
  if (page.table === null) {
    if (page.notice !== emptyMarker) throw unknownShape("neither statements nor their absence");
    return [];
  }
  const { links } = page.table;
  const rows = rowsOf(page.table, columns);
  if (rows.length === 0) throw unknownShape("a table without rows");
  return rows.map((row, place) => {
    const link = links[place] ?? "";
    return row === null || row.numero === "" || link === "" ? null : { numero: row.numero, link };
  });
}

interface StatementAsked {
  numero: string;
  numeroCuenta: string;
  periodo: Periodo;
}

/** Null when one of its values cannot be read. */
export function parseStatement(page: ShownPage, asked: StatementAsked): Cartola | null {
  const [box] = page.boxes;
  if (box === undefined) throw unknownShape("no statement");
  const { numero, numeroCuenta, periodo } = asked;
  const texts = Object.fromEntries(
    Object.entries(terms).map(([field, term]) => {
      const value = box.terms[term];
      if (value === undefined) throw unknownShape("a statement under other names");
      return [field, value] as const;
    }),
  ) as Record<keyof typeof terms, string>;
  if (box.heading !== `Cartola N° ${numero}`) throw unknownShape("another statement");
  if (texts.cuenta !== numeroCuenta) throw unknownShape("a statement of another account");

  const moneda = parseMoneda(texts.moneda);
  const fechaDesde = parsePortalDate(texts.desde);
  const fechaHasta = parsePortalDate(texts.hasta);
  const fechaEmision = parsePortalDate(texts.emision);
  const [inicial, final] = [parseMonto(texts.inicial), parseMonto(texts.final)];
  const [abonos, cargos] = [parseMonto(texts.abonos), parseMonto(texts.cargos)];
  const count = parseMonto(texts.movimientos);
  if (moneda === null || fechaDesde === null || fechaHasta === null) return null;
  if (fechaEmision === null || inicial === null || final === null) return null;
  if (abonos === null || cargos === null || abonos.value < 0 || cargos.value < 0) return null;
  if (count === null || !Number.isInteger(count.value) || count.value < 0) return null;
  return {
    numeroCartola: numero,
    numeroCuenta,
    moneda,
    periodo,
    fechaDesde,
    fechaHasta,
    fechaEmision,
    saldoInicial: inicial.value,
    saldoFinal: final.value,
    totalAbonos: abonos.value,
    totalCargos: cargos.value,
    numMovimientos: count.value,
  };
}
