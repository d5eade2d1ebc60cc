import { parseMonto, parsePortalDate, type Periodo } from "#lib/chile/index.ts";
import {
  amountIn,
  parseMoneda,
  readable,
  rowsOf,
  signedAmount,
  textOrNull,
  unknownShape,
  type PrintedOption,
  type RowIds,
} from "#lib/contract/bank/index.ts";
import type { RawCardMovement, ShownPage } from "../portal.ts";
import type { MovimientoTarjeta } from "../store.ts";

const columns = {
  fecha: "Fecha",
  descripcion: "Descripción",
  comercio: "Comercio",
  cuota: "Cuota",
  monto: "Monto",
  montoTotal: "Monto total",
} as const;

const emptyMarker = "La tarjeta no registra movimientos.";
const option = /^(?<tarjeta>\*{4}\d{4}) \((?<titular>titular|adicional)\)$/;

export interface OfferedCard {
  value: string;
  tarjeta: string;
  titular: MovimientoTarjeta["titular"];
}

export function parseCards(choices: readonly PrintedOption[]): OfferedCard[] {
  return choices.map(({ value, text }) => {
    const { tarjeta, titular } = option.exec(text)?.groups ?? {};
    if (tarjeta === undefined || titular === undefined) throw unknownShape("a card that is none");
    return { value, tarjeta, titular: titular as OfferedCard["titular"] };
  });
}

/** One list of a card: a bill, or the unbilled purchases. */
export interface CardList {
  bill: Periodo | null;
  /** Oldest first, although the portal shows the newest first. */
  rows: (RawCardMovement | null)[];
}

export function parseCardList(page: ShownPage, bill: Periodo | null): CardList {
  if (page.table === null) {
    if (page.notice !== emptyMarker) throw unknownShape("neither movements nor their absence");
    return { bill, rows: [] };
  }
  const rows = rowsOf(page.table, columns);
  if (rows.length === 0) throw unknownShape("a table without rows");
  return { bill, rows: rows.toReversed() };
}

/** Leaves out rows that are also on a bill; they may be the same purchase or an equal one. */
export function apartFrom(bills: readonly CardList[], list: CardList): CardList {
  const billed = new Set(bills.flatMap(({ rows }) => rows.map((raw) => raw && nameOf(raw))));
  return { ...list, rows: list.rows.filter((raw) => raw === null || !billed.has(nameOf(raw))) };
}

export interface CardMonth {
  card: OfferedCard;
  periodo: Periodo;
  /** Shared by all cards: two may have the same last digits, and the same purchase. */
  idOf: RowIds;
}

/** A card's month is spread over two bills and the unbilled list. */
export function parseCardMovements(
  lists: readonly CardList[],
  { card, periodo, idOf }: CardMonth,
): { rows: MovimientoTarjeta[]; incompletos: number } {
  const raws = lists.flatMap(({ bill, rows }) => rows.map((raw) => raw && { ...raw, bill }));
  const own = raws.filter((raw) => {
    const fecha = raw === null ? null : parsePortalDate(raw.fecha);
    return fecha === null || fecha.startsWith(periodo);
  });
  return readable(own, (raw) => parseCardMovement(raw, card, idOf));
}

function parseCardMovement(
  raw: RawCardMovement & { bill: Periodo | null },
  { tarjeta, titular }: OfferedCard,
  idOf: RowIds,
): MovimientoTarjeta | null {
  const fecha = parsePortalDate(raw.fecha);
  const moneda = parseMoneda(/^[^\d\s-]+/.exec(raw.monto)?.[0] ?? "");
  const amount = parseMonto(raw.monto);
  if (fecha === null || moneda === null || amount === null || raw.descripcion === "") return null;
  const { descripcion, comercio, cuota } = raw;
  const id = idOf([tarjeta, fecha, ...textsOf(raw)]);
  const montoTotal = amountIn(raw.montoTotal);
  if (montoTotal === undefined || (montoTotal !== null && montoTotal < 0)) return null;
  if (cuota !== "" && !/^\d{2}\/\d{2}$/.test(cuota)) return null;
  return {
    id,
    tarjeta,
    titular,
    fecha,
    descripcion,
    comercio: textOrNull(comercio),
    numeroCuenta: null,
    moneda,
    // A card's list prints a purchase without a sign, and a refund with a minus.
    ...signedAmount(-amount.value, moneda),
    cuotas: textOrNull(cuota),
    montoTotal,
    estadoFacturacion: raw.bill === null ? "no_facturado" : "facturado",
    periodoFacturacion: raw.bill,
  };
}

function nameOf(raw: RawCardMovement): string {
  return JSON.stringify([raw.fecha, ...textsOf(raw)]);
}

/** Excludes whether it is billed, which changes one day: the same purchase keeps its id. */
function textsOf({ descripcion, comercio, cuota, monto }: RawCardMovement): string[] {
  return [descripcion, comercio, cuota, monto];
}
