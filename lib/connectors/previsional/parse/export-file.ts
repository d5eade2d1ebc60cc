import { unknownShape } from "#lib/contract/bank/index.ts";
import { knownFile } from "../portal.ts";
import { nominaCotizaciones, type Cotizacion, type Nomina } from "../store.ts";
import { textIn } from "./envelope.ts";
import { codeFields, monthField, type FileLine } from "./file-fields.ts";
import { isExplained } from "./known-columns.ts";
import { parseLine } from "./line.ts";
import { isNone, month } from "./values.ts";
import type { Xml } from "./xml.ts";

type Payroll = Pick<Nomina, "idNomina" | "numLineas">;

interface ExportedLines {
  rows: Cotizacion[];
  /** Lines that are missing or do not parse. */
  incompletos: number;
  /** Per line: whether the rates of its month yield its amounts; null if that is not known. */
  explained: (boolean | null)[];
  /**
   * The institution that gets a line's voluntary saving, by the line's key; the worker's fund if
   * none is named.
   */
  savedAt: (readonly [key: string, codigo: string])[];
}

/** The lines of a payroll's export. A file of another version or width is not read at all. */
export function parseExport(
  partes: readonly Xml[],
  payroll: Payroll,
  nameOf: (tipo: "afp" | "salud" | "mutual", codigo: string) => string | null,
): ExportedLines {
  if (textIn(partes, "nomina") !== payroll.idNomina)
    throw unknownShape("the file of another payroll");
  if (textIn(partes, "version") !== knownFile.version)
    throw unknownShape("another version of the file");
  const lines = linesOf(textIn(partes, "archivo"));
  const whole = lines.filter((line) => line !== null);
  const read = whole.flatMap(({ place, fields }) => {
    const field: FileLine = (number) => fields[number - 1] ?? "";
    const row = parseLine(field, { idNomina: payroll.idNomina, linea: place, nameOf });
    if (row === null) return [];
    const explained = isExplained(row, month(field(monthField)));
    return [{ row, explained, savedAt: field(codeFields.apv) }];
  });
  // One line alone may be wrong; several of which none can be read are another file.
  if (read.length === 0 && whole.length > 1) throw unknownShape("not one line could be read");
  const rows = read.map(({ row }) => row);
  return {
    rows,
    incompletos: Math.max(lines.length, payroll.numLineas) - rows.length,
    explained: read.map(({ explained }) => explained),
    savedAt: read.flatMap(({ row, savedAt }) =>
      isNone(savedAt) ? [] : [[nominaCotizaciones.key(row), savedAt] as const],
    ),
  };
}

interface Line {
  /** Counted from 1. */
  place: number;
  fields: string[];
}

/** Each line of the file; null for one that is cut, or has another width than the others. */
function linesOf(base64: string): (Line | null)[] {
  const compact = base64.replaceAll(/\s/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw unknownShape("a file that is not base64");
  const texts = Buffer.from(compact, "base64").toString("latin1").split("\r\n");
  // Nothing follows the end of the last line, unless the file is cut.
  const cut = texts.pop() ?? "";
  const lines = texts.map((text, index) => ({ place: index + 1, fields: text.split(";") }));
  const isKnown = ({ fields }: Line): boolean => fields.length === knownFile.fields;
  if (lines.length > 0 && !lines.some(isKnown)) throw unknownShape("a file of another width");
  return [...lines.map((line) => (isKnown(line) ? line : null)), ...(cut === "" ? [] : [null])];
}
