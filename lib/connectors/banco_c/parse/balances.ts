import { parseMonto, parsePortalDate, type Fecha } from "#lib/chile/index.ts";
import { parseMoneda, readable, unknownShape, type Cuenta } from "#lib/contract/bank/index.ts";
import type { ShownBox, ShownPage } from "../portal.ts";
import type { SaldoDiario } from "../store.ts";

const heading = /^Saldos al (\d{2}\/\d{2}\/\d{4})$/;
const title = /^(?<tipo>.+) N° (?<numero>\d+)$/;
const terms = ["Moneda", "Saldo contable", "Saldo disponible", "Línea de crédito disponible"];

interface AccountBalance {
  cuenta: Cuenta;
  saldo: SaldoDiario;
}

/** The day is the one that the portal prints, which near midnight may differ from ours. */
export function parseBalances(page: ShownPage) {
  const fecha = parsePortalDate(heading.exec(page.heading)?.[1] ?? "");
  if (fecha === null || page.boxes.length === 0) throw unknownShape("no balances");
  const known = page.boxes.every((box) => terms.every((term) => Object.hasOwn(box.terms, term)));
  if (!known) throw unknownShape("balances under other names");
  return readable(page.boxes, (box) => parseBalance(box, fecha));
}

function parseBalance({ heading, terms }: ShownBox, fecha: Fecha): AccountBalance | null {
  const { tipo = "", numero = "" } = title.exec(heading)?.groups ?? {};
  const moneda = parseMoneda(terms["Moneda"] ?? "");
  const contable = parseMonto(terms["Saldo contable"] ?? "");
  const disponible = parseMonto(terms["Saldo disponible"] ?? "");
  const lineaCredito = parseMonto(terms["Línea de crédito disponible"] ?? "");
  if (numero === "" || moneda === null) return null;
  if (contable === null || disponible === null || lineaCredito === null) return null;
  return {
    cuenta: { numeroCuenta: numero, tipo, moneda, estado: null },
    saldo: {
      fecha,
      numeroCuenta: numero,
      moneda,
      saldoContable: contable.value,
      saldoDisponible: disponible.value,
      saldoLineaCredito: lineaCredito.value,
    },
  };
}
