import { display, parseCentavos, parseMonto, parsePortalDate, parseRut } from "#lib/chile/index.ts";
import { readable, textOrNull } from "#lib/contract/bank/index.ts";
import type { RawPayroll, RawPayrollLine } from "../portal.ts";
import type { Nomina, NominaPago } from "../store.ts";

/** A batch and the time of day at which it was made, as HHMMSS. */
export interface TimedPayroll {
  madeAt: number;
  row: Nomina;
}

/** Batches are paid in pesos, and the portal does not show from which account. */
const payment = { type: "credit", numeroCuenta: null, moneda: "CLP" } as const;

const tiposNomina = new Map<string, Nomina["tipoNomina"]>([
  ["REM", "remuneraciones"],
  ["PRO", "proveedores"],
  ["OTR", "otros"],
]);

const tiposCuenta = new Map([
  ["CTE", "corriente"],
  ["VIS", "vista"],
  ["AHO", "ahorro"],
  ["RUT", "rut"],
]);

export function parsePayrolls(raws: readonly RawPayroll[]): {
  rows: TimedPayroll[];
  incompletos: number;
} {
  return readable(raws, parsePayroll);
}

function parsePayroll(raw: RawPayroll): TimedPayroll | null {
  const fecha = parsePortalDate(raw.fecCreacion);
  const fechaPago = parsePortalDate(raw.fecPago ?? "");
  const tipoNomina = tiposNomina.get(raw.tipo);
  const total = parseCentavos(raw.montoTotal);
  // The total is what leaves the account, and is printed with a trailing minus.
  if (fecha === null || tipoNomina === undefined || total === null || total.value > 0) return null;
  if (fechaPago === null && (raw.fecPago ?? "").trim() !== "") return null;
  const monto = Math.abs(total.value);
  const row = {
    ...payment,
    idNomina: raw.idNomina,
    nombre: textOrNull((raw.nombre ?? "").trim()),
    fecha,
    fechaPago,
    tipoNomina,
    estado: raw.estado,
    numRegistros: raw.cantRegistros,
    monto,
    display: display(monto, payment.type, payment.moneda),
  };
  return { madeAt: Number(raw.fecCreacion.slice(-8).replaceAll(":", "")), row };
}

export function parsePayrollLines(
  raws: readonly RawPayrollLine[],
  idNomina: string,
): { rows: NominaPago[]; incompletos: number } {
  return readable(raws, (raw) => parseLine(raw, idNomina));
}

function parseLine(raw: RawPayrollLine, idNomina: string): NominaPago | null {
  const amount = parseMonto(raw.monto);
  if (amount === null || amount.value < 0 || raw.numLinea < 1) return null;
  const tipo = raw.tipoCta.trim();
  return {
    ...payment,
    idNomina,
    linea: raw.numLinea,
    rutBeneficiario: parseRut(raw.rutBenef),
    nombreBeneficiario: raw.nomBenef.trim(),
    bancoBeneficiario: textOrNull(raw.bancoBenef.trim()),
    cuentaBeneficiario: textOrNull(raw.ctaBenef.trim()),
    tipoCuenta: tiposCuenta.get(tipo) ?? textOrNull(tipo),
    medioPago: raw.medioPago,
    estado: raw.estado,
    motivoRechazo: textOrNull(raw.motivoRechazo.trim()),
    monto: amount.value,
    display: display(amount.value, payment.type, payment.moneda),
  };
}
