import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerOf, enter, everyPage, type BancoBCaller } from "../../testing/banco-b.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

type Row = Record<string, unknown>;

let sandbox: TestSandbox;
let caller: BancoBCaller;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  caller = callerOf(`${sandbox.url}/portals/banco_b`);
  await enter(caller);
});
afterAll(() => sandbox.close());

async function truthOf(asked: string): Promise<Row[]> {
  const path = `/portals/banco_b/truth?resource=${asked}`;
  return (await sandbox.control<{ rows: Row[] }>("GET", path)).body.rows;
}

const digits = (text: unknown) => Number(String(text).replace(/[^\d]/g, ""));
const october = { desde: "20261001", hasta: "20261031" };
const text = (row: Row, name: string) => String(row[name]);

describe("the transfers of banco_b", () => {
  test("are the truth's, in each list", async () => {
    const sent = await everyPage(caller, "/transferencias/enviadas", october, "enviadas");
    const received = await everyPage(caller, "/transferencias/recibidas", october, "recibidas");
    const truth = await truthOf("transferencias&periodo=2026-10");
    const readSent = sent.rows.map((row) => {
      expect(row["monto"]).toMatch(/^\$-[\d.]+$/);
      return {
        cuenta: row["ctaOrigen"],
        sentido: "enviada",
        numero: row["numTransaccion"],
        rut: text(row, "rutDestino").replace(/^0*(\d+)([\dK])$/, "$1-$2"),
        nombre: row["nombreDestino"],
        banco: row["bancoDestino"],
        cuentaContraparte: row["ctaDestino"],
        monto: digits(row["monto"]),
        mensaje: row["comentario"],
        estado: row["estado"],
      };
    });
    const readReceived = received.rows.map((row) => ({
      cuenta: row["cuentaAbono"],
      fecha: text(row, "fecha").split("/").toReversed().join("-"),
      hora: row["hora"],
      sentido: "recibida",
      numero: row["nroOperacion"],
      rut: text(row, "rutOrigen").replaceAll(".", ""),
      nombre: row["nombreOrigen"],
      banco: row["bancoOrigen"],
      cuentaContraparte: row["cuentaOrigen"],
      monto: digits(row["montoAbonado"]),
      mensaje: row["asunto"] === "" ? null : row["asunto"],
    }));
    const of = (sentido: string) => truth.filter((row) => row["sentido"] === sentido).toReversed();
    expect(readSent.length).toBeGreaterThan(20);
    expect(readReceived.length).toBeGreaterThan(20);
    expect(of("enviada")).toMatchObject(readSent);
    expect(of("recibida")).toMatchObject(readReceived);
  });

  test("have numbers of fourteen digits that are text", async () => {
    const numbers = (await truthOf("transferencias&periodo=2026-10")).map((row) => row["numero"]);
    expect(numbers.length).toBeGreaterThan(50);
    for (const number of numbers) expect(number).toMatch(/^\d{14}$/);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.some((number) => String(number).startsWith("000"))).toBe(true);
  });

  test("sent on a month's last evening have a UTC time in the next month", async () => {
    const { rows } = await everyPage(caller, "/transferencias/enviadas", october, "enviadas");
    expect(rows[0]).toMatchObject({ fechaHora: "2026-11-01T02:41:00.000Z", estado: "RECHAZADA" });
    const november = { desde: "20261101", hasta: "20261130" };
    const next = await everyPage(caller, "/transferencias/enviadas", november, "enviadas");
    expect(next.rows.map((row) => row["numTransaccion"])).not.toContain(
      rows[0]?.["numTransaccion"],
    );
  });

  test("of the largest month span many pages", async () => {
    const december = { desde: "20251201", hasta: "20251231" };
    const { rows, pages } = await everyPage(
      caller,
      "/transferencias/recibidas",
      december,
      "recibidas",
    );
    expect(pages).toBe(Math.ceil(rows.length / 100));
    expect(rows.length).toBeGreaterThan(500);
  });
});

describe("the payroll batches of banco_b", () => {
  const batchesOf = async (mes: string) =>
    (await caller.post("/nominas", { mes })).datos["nominas"] as Row[];

  test("are the truth's, with amounts in centavos", async () => {
    const rows = await batchesOf("202609");
    const read = rows.map((row) => ({
      id: row["idNomina"],
      fecha: text(row, "fecCreacion").replace(/^(\d{4})(\d\d)(\d\d) .*/, "$1-$2-$3"),
      registros: row["cantRegistros"],
      total: digits(row["montoTotal"]) / 100,
      nombre: row["nombre"],
      tipo: row["tipo"],
      estado: row["estado"],
    }));
    expect(read.length).toBeGreaterThanOrEqual(4);
    expect(rows.every((row) => /^\d{14,}-$/.test(text(row, "montoTotal")))).toBe(true);
    expect(await truthOf("nominas&periodo=2026-09")).toMatchObject(read);
    expect(read.at(-1)).toMatchObject({ fecha: "2026-09-30", registros: 1 });
  });

  test.each([
    { mes: "202609", lines: 2300, pages: 12 },
    { mes: "202608", lines: 400, pages: 2 },
    { mes: "202604", lines: 1000, pages: 5 },
    { mes: "202606", lines: 999, pages: 5 },
  ])("hold $lines lines in $pages pages", async ({ mes, lines, pages }) => {
    const batch = (await batchesOf(mes)).find((row) => row["tipo"] === "REM");
    const idNomina = text(batch ?? {}, "idNomina");
    const found = await everyPage(caller, "/nominas/detalle", { idNomina }, "pagos");
    const truth = await truthOf(`nominas&id=${idNomina}`);
    const read = found.rows.map((row) => ({
      linea: row["numLinea"],
      rut: text(row, "rutBenef").replaceAll(".", ""),
      nombre: row["nomBenef"],
      monto: digits(text(row, "monto").replace(/,00$/, "")),
      estado: row["estado"],
      banco: row["bancoBenef"] || null,
      cuenta: row["ctaBenef"] || null,
      tipoCuenta: row["tipoCta"] || null,
      medioPago: row["medioPago"],
      motivoRechazo: row["motivoRechazo"] || null,
    }));
    expect(found.pages).toBe(pages);
    expect(read).toHaveLength(lines);
    expect(read).toEqual(truth);
    expect(read.map(({ linea }) => linea)).toEqual(Array.from({ length: lines }, (_, i) => i + 1));
    expect(digits(batch?.["montoTotal"])).toBe(
      read.reduce((sum, { monto }) => sum + monto, 0) * 100,
    );
  });

  test("have lines that differ only in their number, also across two pages", async () => {
    const batch = (await batchesOf("202609")).find((row) => row["tipo"] === "REM");
    const truth = await truthOf(`nominas&id=${text(batch ?? {}, "idNomina")}`);
    const [before, after] = [truth[199], truth[200]];
    expect({ ...before, linea: 201 }).toEqual(after);
    const rejected = truth.filter((row) => row["estado"] === "RECHAZADO");
    expect(rejected.length).toBeGreaterThan(10);
    expect(rejected.every((row) => row["motivoRechazo"] !== null)).toBe(true);
  });

  test("wait for their day of payment", async () => {
    const state = async () =>
      (await batchesOf("202611")).find((row) => row["tipo"] === "REM")?.["estado"];
    expect(await state()).toBe("PAGADA CON RECHAZOS");
    const early = await startTestSandbox();
    await early.control("POST", "/clock", { now: "2026-12-18T15:00:00Z" });
    const path = "/portals/banco_b/truth?resource=nominas&periodo=2026-12";
    const read = async () => (await early.control<{ rows: Row[] }>("GET", path)).body.rows;
    const states = async () => (await read()).map((row) => [row["tipo"], row["estado"]]);
    expect(await states()).toContainEqual(["REM", "EN PROCESO"]);
    await early.control("POST", "/clock", { advance: "P2D" });
    expect(await states()).toContainEqual(["REM", "PAGADA CON RECHAZOS"]);
    await early.close();
  });
});
