import type { BrowserSession } from "#lib/browser/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { Asked } from "#lib/contract/bank/index.ts";
import { readRows, toRecord, type AlcanceReading, type ReadRows } from "#lib/contract/index.ts";
import { companyParts } from "../parse/envelope.ts";
import { parseExport } from "../parse/export-file.ts";
import { requireKnownColumns } from "../parse/known-columns.ts";
import { parsePayrolls, parseSheets } from "../parse/lists.ts";
import { monthProof } from "../parse/proof.ts";
import { monthText } from "../parse/values.ts";
import type { Xml } from "../parse/xml.ts";
import {
  nominaCotizaciones,
  nominas,
  planillas,
  type Cotizacion,
  type Nomina,
  type Planilla,
} from "../store.ts";
import { fetchExport } from "./fetch-export.ts";
import type { Service } from "./service.ts";

/** A list's contents: the rows that could be read, and how many could not. */
interface Read<Row> {
  rows: readonly Row[];
  incompletos: number;
}

interface ReadLines extends Read<Cotizacion> {
  /** The institution that gets a line's voluntary saving, by the line's key. */
  savedAt: ReadonlyMap<string, string>;
}

/** A company's month, as this visit read it: the two modules prove each other. */
interface ReadMonth extends Asked {
  nominas: Read<Nomina>;
  cotizaciones: ReadLines | null;
  planillas: Read<Planilla> | null;
}

/** The readers of one visit. What the first reads of a month, the second does not request again. */
export function monthReaders(session: BrowserSession, service: Service) {
  let kept: ReadMonth | null = null;

  const asking = (rut: string) => async (name: string, fields: Readonly<Record<string, string>>) =>
    companyParts(await service.call(session, name, fields), rut);

  async function readPayrolls(asked: Asked): Promise<AlcanceReading> {
    const ask = asking(asked.rut);
    const payrolls = await listPayrolls(ask, asked);
    const sheets = await ifReadable(() => listSheets(ask, asked));
    const lines = await readLines(ask, payrolls.rows, sheets?.rows ?? []);
    kept = { ...asked, nominas: payrolls, cotizaciones: lines, planillas: sheets };
    const records = lines.rows.map((line) => ({
      ...toRecord(nominaCotizaciones, line),
      periodo: asked.periodo,
    }));
    const incompletos = payrolls.incompletos + lines.incompletos;
    const headers = payrolls.rows.map((row) => toRecord(nominas, row));
    return reading(kept, {
      rows: [
        { ...readRows(nominas, headers), ...wholeIf(payrolls.incompletos === 0) },
        { ...readRows(nominaCotizaciones, records), ...wholeIf(incompletos === 0) },
      ],
      incompletos,
    });
  }

  async function readSheets(asked: Asked): Promise<AlcanceReading> {
    const ask = asking(asked.rut);
    const { rut, periodo } = asked;
    const earlier = kept?.rut === rut && kept.periodo === periodo ? kept : null;
    const sheets = earlier?.planillas ?? (await listSheets(ask, asked));
    const payrolls = earlier?.nominas ?? (await listPayrolls(ask, asked));
    const lines =
      earlier?.cotizaciones ?? (await ifReadable(() => readLines(ask, payrolls.rows, sheets.rows)));
    kept = { ...asked, nominas: payrolls, cotizaciones: lines, planillas: sheets };
    const records = sheets.rows.map((row) => toRecord(planillas, row));
    return reading(kept, {
      rows: [{ ...readRows(planillas, records), ...wholeIf(sheets.incompletos === 0) }],
      incompletos: sheets.incompletos,
    });
  }

  async function readLines(
    ask: Ask,
    payrolls: readonly Nomina[],
    sheets: readonly Planilla[],
  ): Promise<ReadLines> {
    const names = new Map(
      sheets.map((row) => [
        `${row.institucionTipo}|${row.institucionCodigo}`,
        row.institucionNombre,
      ]),
    );
    const files = [];
    for (const payroll of payrolls) {
      const file = await fetchExport({ session, ask }, payroll.idNomina);
      files.push(
        parseExport(file, payroll, (tipo, codigo) => names.get(`${tipo}|${codigo}`) ?? null),
      );
    }
    requireKnownColumns(files);
    return {
      rows: files.flatMap(({ rows }) => rows),
      incompletos: files.reduce((sum, { incompletos }) => sum + incompletos, 0),
      savedAt: new Map(files.flatMap(({ savedAt }) => savedAt)),
    };
  }

  return { nominas: readPayrolls, planillas: readSheets };
}

type Ask = (name: string, fields: Readonly<Record<string, string>>) => Promise<readonly Xml[]>;

async function listPayrolls(ask: Ask, { periodo }: Asked): Promise<Read<Nomina>> {
  return parsePayrolls(await ask("nominas.lista", { periodo: monthText(periodo) }), periodo);
}

async function listSheets(ask: Ask, { periodo }: Asked): Promise<Read<Planilla>> {
  return parseSheets(await ask("planillas.lista", { periodo: monthText(periodo) }), periodo);
}

/** These concern one list or file, and its own module reports them. */
const ofOneList: ReadonlySet<ErrorCode> = new Set([
  "upstream_error",
  "upstream_unexpected_response",
]);

/** Null when the other module's part cannot be read: this one loses its proof, not its rows. */
async function ifReadable<Part>(read: () => Promise<Part>): Promise<Part | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && ofOneList.has(error.code)) return null;
    throw error;
  }
}

/**
 * A list is complete by its own count, even in a month that does not add up: rows it lacks are
 * gone.
 */
function wholeIf(isWhole: boolean): Pick<ReadRows, "whole"> {
  return isWhole ? { whole: true } : {};
}

function reading(
  { nominas: payrolls, cotizaciones, planillas: sheets }: ReadMonth,
  read: Pick<AlcanceReading, "rows" | "incompletos">,
): AlcanceReading {
  const prueba = monthProof({
    nominas: payrolls.rows,
    cotizaciones: cotizaciones?.rows ?? null,
    planillas: sheets?.rows ?? null,
    savedAt: cotizaciones?.savedAt,
  });
  const isCompared = cotizaciones !== null && sheets !== null;
  const final: readonly Nomina["estado"][] = ["pagada", "anulada"];
  return {
    ...read,
    // A month that could not be compared may be incomplete: it is read again.
    completo: read.incompletos === 0 && prueba.estado !== "descuadra" && isCompared,
    prueba,
    lacksCounterpart: !isCompared,
    unfinished: payrolls.rows.some(({ estado }) => !final.includes(estado)),
  };
}
