import {
  parseMonto,
  parsePortalDate,
  parseRut,
  tasaRetencion,
  type Periodo,
  type Rut,
} from "#lib/chile/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import type { Boleta } from "../store.ts";
import { assignedIn, rowsOfScript } from "./page-script.ts";

interface FeePage {
  /** How many receipts the portal says the month has. */
  total: number;
  /**
   * Each with what distinguishes it from rows of other pages; null for one that could not be read.
   */
  rows: { name: string; boleta: Boleta | null }[];
}

interface Asked {
  lado: Boleta["lado"];
  periodo: Periodo;
}

const countShape = /^\d{1,6}$/;

/** A page of the month's report, whose rows are assignments in its script. */
export function parseFeePage(html: string, { lado, periodo }: Asked): FeePage {
  const about = assignedIn(html, "dato");
  const [year, month] = periodo.split("-");
  if (about.get("periodo") !== `${month}/${year}` || about.get("lado") !== lado.toUpperCase()) {
    throw unknownShape("the report of another month or side");
  }
  const count = about.get("cantidad") ?? "";
  if (!countShape.test(count)) throw unknownShape("a report without its count");
  const rows = rowsOfScript(assignedIn(html, "fila"));
  const known = new Set(rows.flatMap((row) => Object.keys(row)));
  const gone = fieldsOf(lado).filter((field) => !known.has(field));
  if (rows.length > 0 && gone.length > 0) throw unknownShape("the report has other fields");
  return {
    total: Number(count),
    rows: rows.map((row) => ({
      name: `${row["nroboleta"] ?? ""}|${row["ver"] ?? ""}`,
      boleta: parseRow(row, lado),
    })),
  };
}

const others = { emitidas: "receptor", recibidas: "emisor" } as const;
const alwaysThere = [
  "nroboleta",
  "fecha",
  "estado",
  "fechaanulacion",
  "fechasolicitud",
  "totalhonorarios",
  "retencionreceptor",
  "honorariosliquidos",
  "sociedadprofesional",
  "observada",
  "ver",
];

/** Only these are taken: the rows also name the person who logged in. */
function fieldsOf(lado: Boleta["lado"]): string[] {
  const other = others[lado];
  const ofOther = [`rut${other}`, `dv${other}`, `nombre${other}`];
  return [...alwaysThere, ...ofOther, ...(lado === "emitidas" ? ["retencionemisor"] : [])];
}

function parseRow(row: Readonly<Record<string, string>>, lado: Boleta["lado"]): Boleta | null {
  const cell = (field: string): string => row[field]?.trim() ?? "";
  if (fieldsOf(lado).some((field) => row[field] === undefined)) return null;
  const amount = (field: string) => parseMonto(cell(field))?.value;
  const fecha = parsePortalDate(cell("fecha"));
  const estado = parseEstado(cell("estado"), cell("fechasolicitud"));
  const fechaAnulacion = parsePortalDate(cell("fechaanulacion"));
  const [, codigoBarras] = /[?&;]txt_codigobarras=(\w{6,60})\b/.exec(cell("ver")) ?? [];
  const other = others[lado];
  const rutContraparte = parseOtherRut(cell(`rut${other}`), cell(`dv${other}`));
  const [bruto, liquido] = [amount("totalhonorarios"), amount("honorariosliquidos")];
  const retencionReceptor = amount("retencionreceptor");
  const retencionEmisor = lado === "emitidas" ? amount("retencionemisor") : null;
  const [observada, sociedadProfesional] = [
    yesOrNo(cell("observada")),
    yesOrNo(cell("sociedadprofesional")),
  ];
  if (fecha === null || estado === null || codigoBarras === undefined) return null;
  if (!/^\d{1,15}$/.test(cell("nroboleta")) || rutContraparte === undefined) return null;
  if (fechaAnulacion === null && cell("fechaanulacion") !== "") return null;
  if (bruto === undefined || liquido === undefined || retencionReceptor === undefined) return null;
  if (retencionEmisor === undefined || observada === null || sociedadProfesional === null) {
    return null;
  }
  return {
    lado,
    folio: Number(cell("nroboleta")),
    codigoBarras,
    fecha,
    rutContraparte,
    nombreContraparte: cell(`nombre${other}`),
    bruto,
    retencionEmisor,
    retencionReceptor,
    liquido,
    tasaRetencion: tasaRetencion(fecha) / 100,
    estado,
    fechaAnulacion,
    observada,
    sociedadProfesional,
  };
}

/** S is annulled and N in force; while the receiver is being asked it stays N. */
function parseEstado(letter: string, asked: string): Boleta["estado"] | null {
  if (letter === "S") return "ANULADA";
  if (letter !== "N") return null;
  return asked === "" ? "VIGENTE" : "VIGENTE_ANULACION_PENDIENTE";
}

/** A foreign party has none, written as 0, nothing or a mark; undefined for an invalid one. */
export function parseOtherRut(number: string, digit: string): Rut | null | undefined {
  if (digit === "" && /^(?:0*|S\/R)$/i.test(number)) return null;
  return parseRut(`${number}-${digit}`) ?? undefined;
}

function yesOrNo(text: string): boolean | null {
  if (text === "SI") return true;
  return text === "NO" ? false : null;
}
