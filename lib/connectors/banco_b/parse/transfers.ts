import {
  display,
  parseMonto,
  parsePortalDate,
  parseRut,
  santiagoDayIfKnown,
} from "#lib/chile/index.ts";
import { readable, textOrNull } from "#lib/contract/bank/index.ts";
import type { RawReceived, RawSent } from "../portal.ts";
import type { Transferencia } from "../store.ts";

export interface Transfers {
  rows: Transferencia[];
  incompletos: number;
}

/** Account number → currency: a transfer has the currency of the company's own account. */
type Currencies = ReadonlyMap<string, string>;

const timeInSantiago = new Intl.DateTimeFormat("es-CL", {
  timeZone: "America/Santiago",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

export function parseSent(raws: readonly RawSent[], currencies: Currencies): Transfers {
  return readable(raws, (raw) => {
    const instant = instantOf(raw.fechaHora);
    const fecha = instant && santiagoDayIfKnown(instant);
    const amount = parseMonto(raw.monto);
    // A sent transfer is printed with a minus, even when the other bank returned it.
    if (instant === null || fecha === null || amount === null || amount.value > 0) return null;
    return transfer(currencies, {
      direction: "issued",
      numeroTransaccion: raw.numTransaccion,
      fecha,
      hora: timeInSantiago.format(instant),
      numeroCuenta: raw.ctaOrigen,
      monto: Math.abs(amount.value),
      type: "credit",
      rutContraparte: parseRut(raw.rutDestino),
      nombreContraparte: raw.nombreDestino.trim(),
      bancoContraparte: raw.bancoDestino.trim(),
      cuentaContraparte: raw.ctaDestino.trim(),
      mensaje: textOrNull((raw.comentario ?? "").trim()),
      estado: raw.estado,
    });
  });
}

export function parseReceived(raws: readonly RawReceived[], currencies: Currencies): Transfers {
  return readable(raws, (raw) => {
    const fecha = parsePortalDate(`${raw.fecha} ${raw.hora}`);
    const amount = parseMonto(raw.montoAbonado);
    if (fecha === null || amount === null || amount.value < 0) return null;
    return transfer(currencies, {
      direction: "received",
      numeroTransaccion: raw.nroOperacion,
      fecha,
      hora: raw.hora,
      numeroCuenta: raw.cuentaAbono,
      monto: amount.value,
      type: "debit",
      rutContraparte: parseRut(raw.rutOrigen),
      nombreContraparte: raw.nombreOrigen.trim(),
      bancoContraparte: raw.bancoOrigen.trim(),
      cuentaContraparte: raw.cuentaOrigen.trim(),
      mensaje: textOrNull(raw.asunto.trim()),
      // The portal prints no state here: whatever it lists has been credited.
      estado: "APLICADA",
    });
  });
}

function transfer(
  currencies: Currencies,
  known: Omit<Transferencia, "moneda" | "display">,
): Transferencia | null {
  const moneda = currencies.get(known.numeroCuenta);
  if (moneda === undefined || !/^\d{14}$/.test(known.numeroTransaccion)) return null;
  return { ...known, moneda, display: display(known.monto, known.type, moneda) };
}

/** Accepts only an instant with a time zone: without one its day is unknown. */
function instantOf(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
