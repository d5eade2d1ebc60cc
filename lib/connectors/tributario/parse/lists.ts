import { parseMonto, parsePortalDate, parseRut, tasaRetencion } from "#lib/chile/index.ts";
import { readable, rowsOf, type PrintedTable } from "#lib/contract/bank/index.ts";
import type { Boleta, DocumentoEmitido } from "../store.ts";

const feeColumns = {
  folio: "N° Boleta",
  codigoBarras: "Código de Barras",
  fecha: "Fecha",
  estado: "Estado",
  fechaAnulacion: "Fecha Anulación",
  bruto: "Honorario Bruto",
  retencionEmisor: "Retención Emisor",
  retencionReceptor: "Retención Receptor",
  liquido: "Honorario Líquido",
};

export function parseFees(table: PrintedTable, lado: Boleta["lado"]) {
  const side = lado === "emitidas" ? "Receptor" : "Emisor";
  const columns = { ...feeColumns, rut: `RUT ${side}`, nombre: `Nombre ${side}` };
  return readable(rowsOf(table, columns), (cells): Boleta | null => {
    const fecha = parsePortalDate(cells.fecha);
    const fechaAnulacion = parsePortalDate(cells.fechaAnulacion);
    const [bruto, retencionEmisor, retencionReceptor, liquido] = [
      cells.bruto,
      cells.retencionEmisor,
      cells.retencionReceptor,
      cells.liquido,
    ].map((cell) => parseMonto(cell)?.value);
    const { estado, codigoBarras } = cells;
    if (fecha === null || !/^\d{1,15}$/.test(cells.folio) || codigoBarras === "") return null;
    if (estado !== "VIGENTE" && estado !== "ANULADA") return null;
    if (fechaAnulacion === null && cells.fechaAnulacion !== "") return null;
    if (bruto === undefined || liquido === undefined) return null;
    if (retencionEmisor === undefined || retencionReceptor === undefined) return null;
    return {
      lado,
      folio: Number(cells.folio),
      codigoBarras,
      fecha,
      rutContraparte: parseRut(cells.rut),
      nombreContraparte: cells.nombre,
      bruto,
      retencionEmisor,
      retencionReceptor,
      liquido,
      tasaRetencion: tasaRetencion(fecha) / 100,
      estado,
      fechaAnulacion,
    };
  });
}

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
  return readable(rowsOf(table, issuedColumns), (cells): DocumentoEmitido | null => {
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
