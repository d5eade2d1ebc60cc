import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import { companyParts, parseEnvelope } from "./envelope.ts";
import { parseExport } from "./export-file.ts";
import { requireKnownColumns } from "./known-columns.ts";
import { parsePayrolls, parseSheets } from "./lists.ts";
import type { Xml } from "./xml.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });
const september = Periodo.parse("2026-09");
const payroll = { idNomina: "9621", numLineas: 12, periodo: september };
const unnamed = () => null;

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, `../fixtures/${name}.xml`), "utf8");
}

/** What the answer contains, with one text in it replaced. */
function parts(name: string, from = "", to = ""): readonly Xml[] {
  const text = fixture(name).replace(from, to);
  const [, call = ""] = /<llamada>(\d+)</.exec(text) ?? [];
  return companyParts(parseEnvelope(text, Number(call)), "76555835-2");
}

/** The file with one field of one line changed; lines and fields count from 1. */
function file(change: (lines: string[][]) => void): readonly Xml[] {
  const [, base64 = ""] = /<archivo>([^<]+)</.exec(fixture("archivo")) ?? [];
  const text = Buffer.from(base64, "base64").toString("latin1");
  const lines = text.split("\r\n").map((line) => line.split(";"));
  change(lines);
  const changed = lines.map((fields) => fields.join(";")).join("\r\n");
  return parts("archivo", base64, Buffer.from(changed, "latin1").toString("base64"));
}

const setting = (line: number, field: number, value: string) =>
  file((lines) => void lines[line - 1]?.splice(field - 1, 1, value));

test("reads the payrolls of a month", () => {
  const { rows, incompletos } = parsePayrolls(parts("nominas"), september);
  expect([rows.length, incompletos]).toEqual([3, 0]);
  expect(rows[1]).toEqual({
    idNomina: "9621",
    periodo: "2026-09",
    tipo: "remuneraciones",
    nombre: "Sucursal Ñuble & Sur",
    sucursal: "002",
    numTrabajadores: 10,
    numLineas: 12,
    estado: "pagada",
    fechaDeclaracion: "2026-10-09",
    fechaPago: "2026-10-12",
    fechaVencimiento: "2026-10-13",
    monto: 3_486_193,
    display: "$3.486.193",
  });
  expect(parsePayrolls(parts("nominas-ninguna"), september)).toEqual({ rows: [], incompletos: 0 });
});

test.each([
  ["another month", "<periodo>092026<", "<periodo>082026<"],
  ["a state that is not known", "<estado>PAG<", "<estado>XYZ<"],
  ["a kind that is not known", "<tipo>REM<", "<tipo>BON<"],
  ["a day that does not exist", "<vencimiento>13/10/2026<", "<vencimiento>31/09/2026<"],
  ["no due day", "<vencimiento>13/10/2026<", "<vencimiento><"],
  ["an amount with separators", "<monto>17030148<", "<monto>17.030.148<"],
  ["a field less", "<lineas>52</lineas>", ""],
])("a payroll with %s is counted as one that cannot be read", (_what, from, to) => {
  const { rows, incompletos } = parsePayrolls(parts("nominas", from, to), september);
  expect([rows.length, incompletos]).toEqual([2, 1]);
});

test("a list with other fields, another count, or from an ended session is not read", () => {
  expect(() => parsePayrolls(parts("nominas-otro-nombre"), september)).toThrow(unexpected);
  const fewer = parts("nominas", "<cantidad>3<", "<cantidad>4<");
  expect(() => parsePayrolls(fewer, september)).toThrow(unexpected);
  expect(() => parts("sesion-terminada")).toThrow(SessionEnded);
});

test("reads what each institution is to receive", () => {
  const { rows, incompletos } = parseSheets(parts("planillas"), september);
  expect(incompletos).toBe(0);
  expect(rows[0]).toEqual({
    idNomina: "9620",
    periodo: "2026-09",
    institucionTipo: "afp",
    institucionCodigo: rows[0]?.institucionCodigo,
    institucionNombre: expect.stringContaining("Fondo "),
    folioPlanilla: "962001",
    numTrabajadores: rows[0]?.numTrabajadores,
    montoNominal: rows[0]?.monto,
    reajustes: 0,
    intereses: 0,
    recargos: 0,
    monto: rows[0]?.monto,
    fechaVencimiento: "2026-10-13",
    canalPago: "ELECTRONICO",
    estado: "pagada",
    fechaPago: "2026-10-12",
  });
  const own = rows.filter(({ idNomina }) => idNomina === "9621");
  expect(own.reduce((sum, { monto }) => sum + monto, 0)).toBe(3_486_193);
});

test("reads a line: the worker, the movement, and who gets which amount", () => {
  const names: Record<string, string> = { "afp 03": "Fondo Uno", "salud 01": "Salud Uno" };
  const { rows, incompletos } = parseExport(
    parts("archivo"),
    payroll,
    (tipo, codigo) => names[`${tipo} ${codigo}`] ?? null,
  );
  expect([rows.length, incompletos]).toEqual([12, 0]);
  expect(rows[2]).toEqual({
    idNomina: "9621",
    linea: 3,
    tipoLinea: "00",
    rut: "24697451-9",
    nombres: "Sofía",
    apellidos: "Araya Muñoz",
    diasTrabajados: 18,
    jornada: null,
    movimiento: {
      codigo: 3,
      nombre: "Subsidio por licencia médica",
      desde: "2026-09-03",
      hasta: "2026-09-14",
    },
    rentaImponible: 790_593,
    rima: 1_317_655,
    afp: { codigo: "03", nombre: "Fondo Uno" },
    cotizacionAfp: 91_235,
    cotizacionEmpleadorCapital: null,
    rentabilidadProtegida: 7_115,
    cotizacionExpectativaVida: 7_590,
    sis: 12_175,
    cuenta2: null,
    apv: 50_000,
    salud: { codigo: "01", nombre: "Salud Uno", tipo: "isapre" },
    cotizacionSalud: 55_342,
    adicionalIsapre: 15_200,
    afcTrabajador: 4_744,
    afcEmpleador: 18_974,
    mutual: { codigo: "02", nombre: null },
    cotizacionMutual: 7_353,
    ccaf: { codigo: "01" },
    cotizacionCcaf: 0,
    monto: 269_728,
  });
  expect(rows.map(({ tipoLinea }) => tipoLinea).join(" ")).toBe(
    "00 00 00 00 01 00 00 02 00 00 03 00",
  );
  expect(rows[9]).toMatchObject({ movimiento: null, apellidos: "Íñiguez Ríos" });
  const [partTime] = parseExport(setting(1, 93, "22"), payroll, unnamed).rows;
  expect(partTime).toMatchObject({ jornada: 22 });
  expect(rows.reduce((sum, { monto }) => sum + monto, 0)).toBe(3_486_193);
});

test.each([
  ["a wrong check digit", 2, "8"],
  ["a type that is not known", 14, "04"],
  ["an amount with a point", 28, "91.235"],
  ["an amount that is gone", 29, ""],
  ["a base that is no number", 27, "-1"],
  ["a day that does not exist", 16, "31-09-2026"],
  ["days without a movement", 15, "0"],
  ["a movement that is no code", 15, "X"],
  ["a month that is none", 9, "132026"],
  ["saving agreed with the employer", 44, "1000"],
])("a line with %s is counted, the others keep their positions", (_what, field, value) => {
  const { rows, incompletos } = parseExport(setting(3, field, value), payroll, unnamed);
  expect(incompletos).toBe(1);
  expect(rows.map(({ linea }) => linea)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test("voluntary saving goes to the institution that its line names, if any", () => {
  const savedAt = (codigo: string) =>
    new Map(parseExport(setting(3, 40, codigo), payroll, unnamed).savedAt).get("9621|3");
  expect([savedAt("34"), savedAt("000"), savedAt("")]).toEqual(["34", undefined, undefined]);
});

test("a movement with an unexplained code keeps it", () => {
  const { rows } = parseExport(setting(3, 15, "10"), payroll, unnamed);
  expect(rows[2]?.movimiento).toMatchObject({ codigo: 10, nombre: null });
});

test("from a cut file, complete lines are read and missing ones counted", () => {
  const { rows, incompletos } = parseExport(parts("archivo-cortado"), payroll, unnamed);
  expect([rows.length, incompletos]).toEqual([5, 7]);
  const wider = file((lines) => void lines[0]?.push("0"));
  expect(parseExport(wider, payroll, unnamed)).toMatchObject({ incompletos: 1 });
});

test("the only line of a payroll may be wrong or cut; several lines of which none can be read are another file", () => {
  const one = { ...payroll, numLineas: 1 };
  const only = (change: (fields: string[]) => void) =>
    file((lines) => {
      lines.splice(1, lines.length - 2);
      change(lines[0] ?? []);
    });
  const read = (change: (fields: string[]) => void) => parseExport(only(change), one, unnamed);
  expect(read(() => undefined)).toMatchObject({ rows: [{ linea: 1 }], incompletos: 0 });
  expect(read((fields) => void fields.splice(13, 1, "04"))).toMatchObject({
    rows: [],
    incompletos: 1,
  });
  const cut = file((lines) => void lines.splice(0, lines.length, lines[0]?.slice(0, 40) ?? []));
  expect(parseExport(cut, one, unnamed)).toMatchObject({ rows: [], incompletos: 1 });
  const all = file((lines) => {
    for (const fields of lines.slice(0, -1)) fields.splice(13, 1, "04");
  });
  expect(() => parseExport(all, payroll, unnamed)).toThrow(unexpected);
});

test("another version, width, payroll or encoding of the file is not read", () => {
  const read = (partes: readonly Xml[]) => () => parseExport(partes, payroll, unnamed);
  expect(read(parts("archivo-version-101"))).toThrow(unexpected);
  expect(read(parts("archivo-version-101", "<version>101<", "<version>100<"))).toThrow(unexpected);
  expect(read(parts("archivo", "<nomina>9621<", "<nomina>9622<"))).toThrow(unexpected);
  expect(read(parts("archivo", "<archivo>", "<archivo>*"))).toThrow(unexpected);
});

test("wrong columns show when no line matches the rates of its own month", () => {
  const read = (change: (fields: string[]) => void) =>
    parseExport(
      file((lines) => lines.slice(0, -1).forEach(change)),
      payroll,
      unnamed,
    );
  const swap = (fields: string[]) => {
    [fields[93], fields[89]] = [fields[89] ?? "", fields[93] ?? ""];
  };
  const swapped = read(swap);
  const known = read(() => undefined);
  expect(() => requireKnownColumns([swapped])).toThrow(unexpected);
  expect(() => requireKnownColumns([swapped, known])).not.toThrow();
  // A correction for July, when the employer paid 0,9 % for life expectancy and nothing else.
  const ofJuly = read((fields) => {
    fields[8] = "072026";
    fields[93] = String(Math.round((Number(fields[26]) * 9) / 1000));
    fields[94] = "0";
  });
  expect(ofJuly.incompletos).toBe(0);
  expect(() => requireKnownColumns([ofJuly])).not.toThrow();
  const ofUnknownRates = read((fields) => {
    swap(fields);
    fields[8] = "082033";
  });
  expect(() => requireKnownColumns([ofUnknownRates])).not.toThrow();
});
