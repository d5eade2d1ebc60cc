import { parseMonto, parsePortalDate, type Fecha } from "#lib/chile/index.ts";
import { fingerprint, ledgerAmount, readable, textOrNull } from "#lib/contract/bank/index.ts";
import type { CurrentStatement, PastStatement } from "../portal.ts";
import type { Movimiento } from "../store.ts";

/** A movement and its number within its account and day, which both statements print. */
interface NumberedMovement {
  number: number;
  row: Movimiento;
}

export interface Movements {
  rows: NumberedMovement[];
  incompletos: number;
}

interface Account {
  numeroCuenta: string;
  moneda: string;
}

export function parseCurrent(raws: CurrentStatement["movimientos"], account: Account): Movements {
  return readable(raws, (raw) =>
    numbered(account, {
      fecha: parsePortalDate(raw.fecMov),
      number: raw.secuencia,
      descripcion: raw.glosa,
      documento: raw.nroDoc,
      columns: { cargo: raw.cargo, abono: raw.abono },
    }),
  );
}

export function parsePast(raws: PastStatement["detalle"], account: Account): Movements {
  return readable(raws, (raw) =>
    numbered(account, {
      fecha: parsePortalDate(raw.fecha),
      number: /^\d+$/.test(raw.ord) ? Number(raw.ord) : null,
      descripcion: raw.descripcion,
      documento: raw.numeroDocumento.trim() === "-" ? null : raw.numeroDocumento,
      columns: columnsOf(raw.naturaleza, parseMonto(raw.monto)?.value ?? null),
    }),
  );
}

interface Parts {
  fecha: Fecha | null;
  number: number | null;
  descripcion: string;
  documento: string | null;
  columns: { cargo: number | null; abono: number | null } | null;
}

/** The same movement becomes the same row, whichever statement it came from. */
function numbered({ numeroCuenta, moneda }: Account, parts: Parts): NumberedMovement | null {
  const { fecha, number, columns } = parts;
  const descripcion = parts.descripcion.trim();
  if (fecha === null || number === null || number < 0 || columns === null) return null;
  const amount = ledgerAmount(columns, moneda);
  if (amount === null || descripcion === "") return null;
  const row = {
    id: fingerprint([numeroCuenta, fecha, number]),
    fecha,
    descripcion,
    numeroDocumento: textOrNull((parts.documento ?? "").trim()),
    numeroCuenta,
    moneda,
    ...amount,
  };
  return { number, row };
}

/** `DEBITO` is the statement's word for money that goes out, and its amount has a minus. */
function columnsOf(naturaleza: string, amount: number | null): Parts["columns"] {
  if (amount === null) return null;
  if (naturaleza === "DEBITO" && amount <= 0) return { cargo: -amount || 0, abono: null };
  if (naturaleza === "CREDITO" && amount >= 0) return { cargo: null, abono: amount };
  return null;
}
