import { parseMonto, parsePortalDate, parseRut } from "#lib/chile/index.ts";
import { readable, rowsOf, type PrintedTable } from "#lib/contract/bank/index.ts";
import type { DteEmitido } from "../store.ts";

const issuedColumns = {
  rut: "Receptor",
  razonSocial: "Razón Social",
  documento: "Documento",
  folio: "Folio",
  fecha: "Fecha",
  total: "Monto Total",
  estado: "Estado",
  anuladoPor: "Anulado por",
};

export function parseIssued(table: PrintedTable) {
  return readable(rowsOf(table, issuedColumns), (cells): DteEmitido | null => {
    const tipoDte = Number(/\((\d+)\)$/.exec(cells.documento)?.[1] ?? 0);
    const fecha = parsePortalDate(cells.fecha);
    const total = parseMonto(cells.total)?.value;
    if (tipoDte === 0 || fecha === null || total === undefined || !/^\d{1,15}$/.test(cells.folio)) {
      return null;
    }
    const [, tipo, folio] = /^(\d+)\D+(\d+)$/.exec(cells.anuladoPor) ?? [];
    if (cells.anuladoPor !== "" && folio === undefined) return null;
    return {
      tipoDte,
      folio: Number(cells.folio),
      fecha,
      rutContraparte: parseRut(cells.rut),
      razonSocial: cells.razonSocial,
      montoTotal: total,
      estado: cells.estado,
      anuladoPor:
        tipo === undefined || folio === undefined
          ? null
          : { tipoDte: Number(tipo), folio: Number(folio) },
    };
  });
}
