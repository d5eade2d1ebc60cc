import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { standaloneService } from "../../standalone.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
const startAt = async (instant: string) => {
  sandbox = await startTestSandbox(standaloneService(new Date(instant)));
};
beforeEach(() => startAt("2026-11-21T15:00:00Z"));
afterEach(() => sandbox.close());

interface Series {
  codigo: string;
  nombre: string;
  unidad_medida: string;
  serie: { fecha: string; valor: number }[];
}

async function ask(path: string): Promise<{ status: number; body: Series }> {
  const response = await fetch(`${sandbox.url}/providers/indicadores/api${path}`);
  return { status: response.status, body: (await response.json()) as Series };
}
const daysOf = async (path: string) => (await ask(path)).body.serie.map(({ fecha }) => fecha);

const units = {
  uf: "Pesos",
  ivp: "Pesos",
  dolar: "Pesos",
  dolar_intercambio: "Pesos",
  euro: "Pesos",
  utm: "Pesos",
  uta: "Pesos",
  ipc: "Porcentaje",
  imacec: "Porcentaje",
  tpm: "Porcentaje",
  tasa_desempleo: "Porcentaje",
  libra_cobre: "Dólar",
  bitcoin: "Dólar",
};

describe("the provider of indicators", () => {
  test.each(Object.entries(units))("%s is in %s, newest first", async (codigo, unidad_medida) => {
    const { body } = await ask(`/${codigo}`);
    expect(body).toMatchObject({ codigo, unidad_medida });
    expect(body.serie.length).toBeGreaterThanOrEqual(20);
    const days = body.serie.map(({ fecha }) => fecha);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(body.serie.every(({ valor }) => Number.isFinite(valor))).toBe(true);
  });

  test("the catalogue names every indicator", async () => {
    const { body } = await ask("");
    expect(body).toMatchObject(
      Object.fromEntries(
        Object.entries(units).map(([codigo, unidad_medida]) => [codigo, { codigo, unidad_medida }]),
      ),
    );
  });

  test("a date is Chile's midnight, at three in summer and at four in winter", async () => {
    expect(await daysOf("/uf/01-01-2026")).toEqual(["2026-01-01T03:00:00.000Z"]);
    expect(await daysOf("/uf/01-07-2026")).toEqual(["2026-07-01T04:00:00.000Z"]);
  });

  test("the UF is known until the 9th of next month from the 9th on, until then to this one", async () => {
    expect((await daysOf("/uf"))[0]).toBe("2026-12-09T03:00:00.000Z");
    await sandbox.close();
    await startAt("2026-11-09T02:59:00Z");
    expect((await daysOf("/uf"))[0]).toBe("2026-11-09T03:00:00.000Z");
    await sandbox.control("POST", "/clock", { advance: "PT2M" });
    expect((await daysOf("/uf"))[0]).toBe("2026-12-09T03:00:00.000Z");
    expect(await daysOf("/uf")).toHaveLength(31);
  });

  test("dollar and euro rest on weekends", async () => {
    for (const codigo of ["dolar", "euro"]) {
      expect((await daysOf(`/${codigo}`))[0]).toBe("2026-11-20T03:00:00.000Z");
      expect(await ask(`/${codigo}/21-11-2026`)).toMatchObject({
        status: 200,
        body: { serie: [] },
      });
      const days = await daysOf(`/${codigo}/2025`);
      expect(days).toHaveLength(261);
      expect(days.every((day) => ![0, 6].includes(new Date(day).getUTCDay()))).toBe(true);
    }
  });

  test("monthly ones are dated the first of the month, and only known months exist", async () => {
    expect((await daysOf("/utm"))[0]).toBe("2026-11-01T03:00:00.000Z");
    expect((await daysOf("/ipc"))[0]).toBe("2026-10-01T03:00:00.000Z");
    expect((await daysOf("/imacec"))[0]).toBe("2026-09-01T04:00:00.000Z");
    expect(await daysOf("/utm/2025")).toHaveLength(12);
  });

  test("a year is complete, back to two years, and empty before", async () => {
    expect(await daysOf("/uf/2025")).toHaveLength(365);
    expect(await daysOf("/uf/2024")).toHaveLength(366);
    expect(await daysOf("/uf/2023")).toEqual([]);
  });

  test("the UTA is twelve UTM, and the UF moves a little every day", async () => {
    const [utm, uta, uf] = await Promise.all(["/utm", "/uta", "/uf/2026"].map(ask));
    expect(uta?.body.serie[0]?.valor).toBe((utm?.body.serie[0]?.valor ?? 0) * 12);
    const values = uf?.body.serie.map(({ valor }) => valor) ?? [];
    expect(values.length).toBeGreaterThan(300);
    const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(20);
  });

  test("the same date has the same value tomorrow", async () => {
    const today = await ask("/dolar/20-11-2026");
    await sandbox.control("POST", "/clock", { advance: "P30D" });
    expect((await ask("/dolar/20-11-2026")).body).toEqual(today.body);
  });

  test("unknown codes are 404 and impossible dates 400", async () => {
    expect((await ask("/oro")).status).toBe(404);
    expect((await ask("/oro/2025")).status).toBe(404);
    expect((await ask("/uf/31-02-2026")).status).toBe(400);
    expect((await ask("/uf/45-13-2026")).status).toBe(400);
    expect((await ask("/uf/ayer")).status).toBe(404);
  });

  test("can be down and can change its shape", async () => {
    const fault = (kind: string) =>
      sandbox.control("POST", "/portals/indicadores/faults", { kind });
    await fault("unavailable");
    expect((await fetch(`${sandbox.url}/providers/indicadores/api/uf`)).status).toBe(503);
    await fault("layout_changed");
    expect((await ask("/uf")).body.serie[0]).not.toHaveProperty("valor");
    expect((await ask("/uf")).body.serie[0]).toHaveProperty("valor");
  });
});
