import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callerOf, enter, everyPage, type BancoBCaller } from "../../testing/banco-b.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let caller: BancoBCaller;
let accounts: string[];

beforeAll(async () => {
  sandbox = await startTestSandbox();
  caller = callerOf(`${sandbox.url}/portals/banco_b`);
  await enter(caller);
  const { datos } = await caller.get("/cuentas");
  accounts = (datos["cuentas"] as { numero: string }[]).map(({ numero }) => numero);
});
afterAll(() => sandbox.close());

interface Plain {
  fecha: unknown;
  glosa: unknown;
  documento: unknown;
  cargo: unknown;
  abono: unknown;
  saldo: unknown;
}

async function truthOf(cuenta: number, periodo: string): Promise<Plain[]> {
  const { body } = await sandbox.control<{ rows: (Plain & { cuenta: string })[] }>(
    "GET",
    `/portals/banco_b/truth?resource=movimientos&periodo=${periodo}`,
  );
  return body.rows.filter((row) => row.cuenta === accounts[cuenta]).map(plain);
}

/** `-1.234,50` → -1234.5 */
const amountOf = (text: string) => Number(text.replaceAll(".", "").replace(",", "."));

async function historical(cuenta: number, mes: string) {
  const asked = { cuenta: accounts[cuenta], mes };
  const { rows, pages } = await everyPage(
    caller,
    "/movimientos/cartola-historica",
    asked,
    "detalle",
  );
  const read = rows.map((raw) => {
    const row = raw as Record<string, string>;
    const amount = amountOf(row["monto"] ?? "");
    expect(row["naturaleza"]).toBe(amount < 0 ? "DEBITO" : "CREDITO");
    return {
      order: Number(row["ord"]),
      fecha: (row["fecha"] ?? "").split("/").toReversed().join("-"),
      glosa: (row["descripcion"] ?? "").trimEnd(),
      documento: row["numeroDocumento"] === "-" ? null : row["numeroDocumento"],
      cargo: amount < 0 ? -amount : 0,
      abono: amount > 0 ? amount : 0,
      saldo: amountOf(row["saldoLinea"] ?? ""),
    };
  });
  return { rows: read, pages };
}

async function online(cuenta: number) {
  const asked = { cuenta: accounts[cuenta] };
  const { rows, pages } = await everyPage(caller, "/movimientos/en-linea", asked, "movimientos");
  const read = rows.map((row) => ({
    order: row["secuencia"],
    fecha: String(row["fecMov"]).replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3"),
    glosa: row["glosa"],
    documento: row["nroDoc"],
    cargo: row["cargo"],
    abono: row["abono"],
    saldo: row["saldo"],
  }));
  return { rows: read.toReversed(), pages };
}

/** A row without what only one side has: the order here, account and currency there. */
function plain({ fecha, glosa, documento, cargo, abono, saldo }: Plain): Plain {
  return { fecha, glosa, documento, cargo, abono, saldo };
}

describe("the statements of banco_b", () => {
  test.each([
    { what: "exactly 1,000 rows", cuenta: 0, periodo: "2026-09", rows: 1000, pages: 4 },
    { what: "no row", cuenta: 1, periodo: "2026-09", rows: 0, pages: 1 },
    { what: "one row", cuenta: 1, periodo: "2026-07", rows: 1, pages: 1 },
    { what: "dollars", cuenta: 2, periodo: "2025-12", rows: 100, pages: 1 },
    { what: "the greatest month", cuenta: 0, periodo: "2025-12", rows: 2400, pages: 10 },
  ])("past months are the truth's: $what", async ({ cuenta, periodo, rows, pages }) => {
    const shown = await historical(cuenta, periodo.replace("-", ""));
    expect(shown.pages).toBe(pages);
    expect(shown.rows).toHaveLength(rows);
    expect(shown.rows.map(plain)).toEqual(await truthOf(cuenta, periodo));
  });

  test("the current month includes today and the last days of the previous month", async () => {
    const { rows, pages } = await online(0);
    const november = rows.filter(({ fecha }) => fecha >= "2026-11-01");
    const october = rows.filter(({ fecha }) => fecha < "2026-11-01");
    expect(pages).toBeGreaterThan(1);
    expect(november.map(plain)).toEqual(await truthOf(0, "2026-11"));
    expect(november.at(-1)?.fecha).toBe("2026-11-21");
    const lastDays = (await truthOf(0, "2026-10")).filter(
      ({ fecha }) => String(fecha) >= "2026-10-27",
    );
    expect(lastDays.length).toBeGreaterThan(10);
    expect(october.map(plain)).toEqual(lastDays);
  });

  test("a movement has the same day and order in both of them", async () => {
    const seen = await online(0);
    const october = await historical(0, "202610");
    const november = await historical(0, "202611");
    const both = [...october.rows, ...november.rows].filter(({ fecha }) => fecha >= "2026-10-27");
    const beforeToday = seen.rows.filter(({ fecha }) => fecha < "2026-11-21");
    expect(both.length).toBeGreaterThan(50);
    expect(both).toEqual(beforeToday);
    const keys = both.map(({ fecha, order }) => `${fecha} ${order}`);
    expect(new Set(keys).size).toBe(both.length);
  });

  test("for a reversed movement the words contradict the sign", async () => {
    const { rows } = await historical(0, "202609");
    const undone = rows.filter(({ glosa }) => glosa.startsWith("ANULACION CARGO"));
    expect(undone.length).toBeGreaterThan(0);
    expect(undone.every(({ abono, cargo }) => abono > 0 && cargo === 0)).toBe(true);
  });

  test("there are three balances, and they keep their sign", async () => {
    const { datos } = await caller.post("/saldos");
    const { body } = await sandbox.control<{ rows: Record<string, unknown>[] }>(
      "GET",
      "/portals/banco_b/truth?resource=saldos",
    );
    const read = (datos["saldos"] as Record<string, string>[]).map((row) => ({
      cuenta: row["cuenta"],
      contable: amountOf((row["saldoContable"] ?? "").replace(/US|\$/g, "")),
      disponible: amountOf((row["saldoDisponible"] ?? "").replace(/US|\$/g, "")),
      provisorio: amountOf((row["saldoProvisorio"] ?? "").replace(/US|\$/g, "")),
    }));
    expect(read).toHaveLength(3);
    expect(body.rows).toMatchObject(read);
    expect(new Set(Object.values(read[0] ?? {})).size).toBe(4);
  });

  test("an added row is the last of its day in both", async () => {
    const row = { fecha: "2026-10-30", glosa: "AJUSTE & CORRECCIÓN Ñ", cargo: 990 };
    const asked = { resource: "movimientos", periodo: "2026-10", rows: [row] };
    expect((await sandbox.control("POST", "/portals/banco_b/rows", asked)).status).toBe(200);
    const shown = [await historical(0, "202610"), await online(0)].map(({ rows }) =>
      rows.filter(({ glosa }) => glosa === row.glosa),
    );
    expect(shown[0]).toMatchObject([{ fecha: row.fecha, cargo: 990, documento: null }]);
    expect(shown[1]).toEqual(shown[0]);
    expect((await historical(0, "202610")).rows.map(plain)).toEqual(await truthOf(0, "2026-10"));
  });

  test("an invalid request is code 30", async () => {
    const [cuenta] = accounts;
    const wrong: [string, unknown][] = [
      ["/movimientos/en-linea", { cuenta: "1" }],
      ["/movimientos/en-linea", { cuenta, pagina: 0 }],
      ["/movimientos/cartola-historica", { cuenta, mes: "202410" }],
      ["/movimientos/cartola-historica", { cuenta, mes: "202612" }],
      ["/transferencias/enviadas", { desde: "20261001", hasta: "20261101" }],
      ["/transferencias/enviadas", { desde: "20261031", hasta: "20261001" }],
      ["/nominas", { mes: "2026-10" }],
      ["/nominas/detalle", { idNomina: "1" }],
    ];
    for (const [path, body] of wrong) {
      expect(await caller.post(path, body)).toMatchObject({ status: 200, codigo: "30" });
    }
  });
});
