import { parseMonto, type Fecha } from "#lib/chile/index.ts";
import { readable, rowsOf, unknownShape, type Cuenta } from "#lib/contract/bank/index.ts";
import type { RawBalance, ShownPage } from "../portal.ts";
import type { SaldoDiario } from "../store.ts";
import { accountOf, moneda } from "./accounts.ts";
import { parseDay } from "./texts.ts";

const heading = /^Posición al (\d{2}-\d{2}-\d{4})$/;
const columns = {
  numero: "Cuenta",
  producto: "Producto",
  contable: "Saldo contable",
  disponible: "Saldo disponible",
  retenciones: "Retenciones",
  lineaCredito: "Línea de crédito",
} as const;

interface AccountBalance {
  cuenta: Cuenta;
  saldo: SaldoDiario;
}

/** The day is the one that the portal prints, which near midnight may differ from ours. */
export function parseBalances(page: ShownPage) {
  const fecha = parseDay(heading.exec(page.heading)?.[1] ?? "");
  if (fecha === null || page.balances === null) throw unknownShape("no balances");
  const rows = rowsOf(page.balances, columns);
  if (rows.length === 0) throw unknownShape("a table without rows");
  return readable(rows, (raw) => parseBalance(raw, fecha));
}

function parseBalance(raw: RawBalance, fecha: Fecha): AccountBalance | null {
  const contable = parseMonto(raw.contable);
  const disponible = parseMonto(raw.disponible);
  const retenciones = knownOrNull(raw.retenciones);
  const lineaCreditoDisponible = knownOrNull(raw.lineaCredito);
  if (!/^\d+$/.test(raw.numero) || raw.producto === "") return null;
  if (contable === null || disponible === null) return null;
  if (retenciones === undefined || lineaCreditoDisponible === undefined) return null;
  return {
    cuenta: accountOf(raw.numero, raw.producto),
    saldo: {
      fecha,
      numeroCuenta: raw.numero,
      moneda,
      saldoContable: contable.value,
      saldoDisponible: disponible.value,
      retenciones,
      lineaCreditoDisponible,
    },
  };
}

/** A dash means "not known", which is not zero. Undefined if it is neither a dash nor an amount. */
function knownOrNull(cell: string): number | null | undefined {
  return cell === "—" ? null : parseMonto(cell)?.value;
}
