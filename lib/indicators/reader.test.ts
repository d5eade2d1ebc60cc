import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import { everyDay, openReaderBench, type ReaderBench } from "./testing/reader-on-real-stores.ts";

const day = (text: string) => Fecha.parse(text);
// Sunday, nine in the morning in Chile.
const sunday = "2026-11-08T12:00:00.000Z";

let bench: ReaderBench;
beforeEach(async () => {
  bench = await openReaderBench(sunday);
});
afterEach(() => bench.close());

const stored = (codigo: string) =>
  bench.database.owner("select fecha from indicator_values where codigo = $1", [codigo]);

describe("reading through", () => {
  test("asks the provider once for a year, stores it and answers from the store", async () => {
    bench.provider.publish("uf", everyDay("2025-01-01", "2025-12-31", 38_000));
    const first = await bench.reader.valueInForce("uf", day("2025-06-15"));
    const second = await bench.reader.valueInForce("uf", day("2025-02-01"));
    expect([first, second]).toEqual([
      { fecha: "2025-06-15", valor: 38_000 },
      { fecha: "2025-02-01", valor: 38_000 },
    ]);
    bench.restart();
    expect(await bench.reader.valueInForce("uf", day("2025-06-15"))).toEqual(first);
    expect(bench.provider.asked).toEqual(["/api/uf/2025"]);
    expect(await stored("uf")).toHaveLength(365);
  });

  test("requests a month's value from its first day on, even a minute after it was missing", async () => {
    await bench.store("utm", { "2026-11-01": 66_651 });
    bench.now = new Date("2026-12-01T02:59:30.000Z");
    expect(await bench.reader.valueInForce("utm", day("2026-11-30"))).toMatchObject({
      valor: 66_651,
    });
    expect(bench.provider.asked).toEqual([]);
    bench.provider.publish("utm", { "2026-11-01": 66_651 });
    await bench.reader.between({
      codigo: "utm",
      desde: day("2026-11-01"),
      hasta: day("2026-12-31"),
      limit: 10,
      cursor: null,
    });
    expect(await bench.reader.valueInForce("utm", day("2026-12-01"))).toBeNull();
    bench.provider.publish("utm", { "2026-11-01": 66_651, "2026-12-01": 67_118 });
    bench.now = new Date("2026-12-01T03:00:30.000Z");
    expect(await bench.reader.current("utm", day("2026-12-01"))).toEqual({
      fecha: "2026-12-01",
      valor: 67_118,
    });
    expect(await bench.reader.valueInForce("utm", day("2026-12-01"))).toMatchObject({
      valor: 67_118,
    });
  });

  test("a month's value from before the first month that can be synced is read too", async () => {
    bench.provider.publish("utm", { "1999-11-01": 26_312, "1999-12-01": 26_391 });
    expect(await bench.reader.valueInForce("utm", day("1999-12-31"))).toEqual({
      fecha: "1999-12-01",
      valor: 26_391,
    });
    expect(bench.provider.asked).toEqual(["/api/utm/1999", "/api/utm/2000"]);
  });

  test("concurrent callers share one request", async () => {
    bench.provider.publish("uf", everyDay("2025-01-01", "2025-12-31", 38_000));
    const days = ["2025-01-01", "2025-06-15", "2025-12-31"].map(day);
    const values = await Promise.all(days.map((one) => bench.reader.valueInForce("uf", one)));
    expect(values.map((value) => value?.fecha)).toEqual(days);
    expect(bench.provider.asked).toEqual(["/api/uf/2025"]);
  });

  test("a day that the provider does not have is null, and is not requested again", async () => {
    bench.provider.publish("uf", { "2026-11-08": 39_700 });
    expect(await bench.reader.valueInForce("uf", day("1970-01-01"))).toBeNull();
    expect(await bench.reader.valueInForce("uf", day("1970-01-02"))).toBeNull();
    expect(bench.provider.asked).toEqual(["/api/uf/1970"]);
  });

  test("an open year is requested again after an hour", async () => {
    bench.provider.publish("uf", { "2026-11-07": 1 });
    expect(await bench.reader.valueInForce("uf", day("2026-11-08"))).toBeNull();
    bench.provider.publish("uf", { "2026-11-08": 2 });
    expect(await bench.reader.valueInForce("uf", day("2026-11-08"))).toBeNull();
    bench.now = new Date("2026-11-08T13:00:00.000Z");
    expect(await bench.reader.valueInForce("uf", day("2026-11-08"))).toMatchObject({ valor: 2 });
    expect(bench.provider.asked).toEqual(["/api/uf/2026", "/api/uf/2026"]);
  });

  test("takes a value of the year before for the first days of a year", async () => {
    bench.provider.publish("dolar", { "2024-12-30": 990.5, "2025-01-02": 996 });
    expect(await bench.reader.valueInForce("dolar", day("2025-01-01"))).toEqual({
      fecha: "2024-12-30",
      valor: 990.5,
    });
  });

  test("a gap in the store is filled and not skipped", async () => {
    await bench.store("dolar", { "2025-03-03": 940, "2025-05-05": 950 });
    bench.provider.publish("dolar", { "2025-03-03": 940, "2025-03-06": 945, "2025-03-10": 946 });
    expect(await bench.reader.valueInForce("dolar", day("2025-03-07"))).toEqual({
      fecha: "2025-03-06",
      valor: 945,
    });
  });

  test("a value with a publication delay is not requested before its time", async () => {
    await bench.store("imacec", { "2026-08-01": 1.9, "2026-09-01": 2.1 });
    expect(await bench.reader.current("imacec", day("2026-11-08"))).toEqual({
      fecha: "2026-09-01",
      valor: 2.1,
    });
    expect(bench.provider.asked).toEqual([]);
  });

  test("knows only the codes in the catalogue", () => {
    expect(() => bench.reader.current("ufx", day("2026-11-08"))).toThrow("ufx");
  });
});

describe("a provider that is down", () => {
  test("does not keep stored days from being answered", async () => {
    await bench.store("uf", everyDay("2026-11-01", "2026-11-09", 39_700));
    bench.provider.broken.add("uf");
    expect(await bench.reader.valueInForce("uf", day("2026-11-05"))).not.toBeNull();
    expect(await bench.reader.current("uf", day("2026-11-08"))).toMatchObject({
      fecha: "2026-11-08",
    });
    expect(bench.provider.asked).toEqual([]);
  });

  test("leaves the newest stored value as the current one", async () => {
    await bench.store("uf", everyDay("2026-10-01", "2026-10-09", 39_500));
    bench.provider.broken.add("uf");
    expect(await bench.reader.current("uf", day("2026-11-08"))).toEqual({
      fecha: "2026-10-09",
      valor: 39_500,
    });
  });

  test("is reported and not taken for a day without a value", async () => {
    await bench.store("dolar", { "2025-01-02": 990 });
    bench.provider.broken.add("dolar");
    const upstream = { code: "upstream_error" };
    await expect(bench.reader.valueInForce("dolar", day("2025-06-15"))).rejects.toMatchObject(
      upstream,
    );
    await expect(bench.reader.current("euro", day("2026-11-08"))).resolves.toBeNull();
    bench.provider.broken.add("tpm");
    await expect(bench.reader.current("tpm", day("2026-11-08"))).rejects.toMatchObject(upstream);
  });

  test("is asked again after a minute and not before", async () => {
    bench.provider.broken.add("uf");
    const ask = () => bench.reader.valueInForce("uf", day("2025-06-15"));
    await expect(ask()).rejects.toMatchObject({ code: "upstream_error" });
    bench.provider.broken.clear();
    bench.provider.publish("uf", everyDay("2025-01-01", "2025-12-31", 38_000));
    await expect(ask()).rejects.toMatchObject({ code: "upstream_error" });
    bench.now = new Date("2026-11-08T12:01:00.000Z");
    expect(await ask()).toMatchObject({ valor: 38_000 });
    expect(bench.provider.asked).toEqual(["/api/uf/2025", "/api/uf/2025"]);
  });
});

describe("the value in force", () => {
  test("of a future UF is the published one, and null beyond", async () => {
    bench.provider.publish("uf", everyDay("2026-10-01", "2026-11-09", 39_700));
    expect(await bench.reader.valueInForce("uf", day("2026-11-09"))).toMatchObject({
      fecha: "2026-11-09",
    });
    expect(await bench.reader.valueInForce("uf", day("2026-11-10"))).toBeNull();
    expect(await bench.reader.valueInForce("uf", day("2099-12-31"))).toBeNull();
    expect(bench.provider.asked).toEqual(["/api/uf/2026"]);
  });

  test("of the dollar tomorrow is not today's", async () => {
    await bench.store("dolar", { "2026-11-05": 940, "2026-11-06": 941 });
    expect(await bench.reader.valueInForce("dolar", day("2026-11-08"))).toMatchObject({
      fecha: "2026-11-06",
    });
    expect(await bench.reader.valueInForce("dolar", day("2026-11-09"))).toBeNull();
  });

  test("of a month lasts to its last day, and no longer", async () => {
    await bench.store("utm", { "2026-10-01": 69_265, "2026-11-01": 69_542 });
    bench.provider.publish("utm", {});
    expect(await bench.reader.valueInForce("utm", day("2026-11-30"))).toMatchObject({
      valor: 69_542,
    });
    expect(await bench.reader.valueInForce("utm", day("2026-12-01"))).toBeNull();
  });

  test("today is by the clock in Santiago", async () => {
    // Still the 8th in Chile: the 8th has Friday's dollar, and nothing is known of the 9th.
    bench.now = new Date("2026-11-09T02:59:59.999Z");
    await bench.store("dolar", { "2026-11-06": 941 });
    expect(await bench.reader.valueInForce("dolar", day("2026-11-09"))).toBeNull();
    bench.now = new Date("2026-11-09T03:00:00.000Z");
    expect(await bench.reader.valueInForce("dolar", day("2026-11-09"))).not.toBeNull();
  });
});

describe("the UTA", () => {
  test("is twelve times the UTM, month by month, and never requested", async () => {
    bench.provider.publish("utm", {
      "2026-09-01": 69_000,
      "2026-10-01": 69_265,
      "2026-11-01": 69_542,
    });
    expect(await bench.reader.current("uta", day("2026-11-08"))).toEqual({
      fecha: "2026-11-01",
      valor: 834_504,
    });
    const page = await bench.reader.between({
      codigo: "uta",
      desde: day("2026-10-01"),
      hasta: day("2026-11-08"),
      limit: 100,
      cursor: null,
    });
    expect(page.values.map((value) => value.valor)).toEqual([834_504, 831_180]);
    expect(bench.provider.asked).toEqual(["/api/utm/2026"]);
    expect(await stored("uta")).toEqual([]);
  });
});

test("a series that ended years ago still has its newest value", async () => {
  bench.provider.publish("dolar_intercambio", { "2014-11-12": 700, "2014-11-13": 758.87 });
  expect(await bench.reader.current("dolar_intercambio", day("2026-11-08"))).toEqual({
    fecha: "2014-11-13",
    valor: 758.87,
  });
});

describe("a range", () => {
  const range = {
    codigo: "uf",
    desde: day("2026-10-31"),
    hasta: day("2026-11-04"),
    limit: 2,
    cursor: null as string | null,
  };
  beforeEach(() => bench.store("uf", everyDay("2026-10-01", "2026-11-09", 1)));

  test("is read page by page, newest first, even while values are being published", async () => {
    const days: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page = await bench.reader.between({ ...range, cursor });
      days.push(...page.values.map((value) => value.fecha));
      cursor = page.cursor;
      pages += 1;
      if (pages === 1) await bench.store("uf", { "2026-11-10": 1 });
    } while (cursor !== null);
    expect(days).toEqual(["2026-11-04", "2026-11-03", "2026-11-02", "2026-11-01", "2026-10-31"]);
    expect(pages).toBe(3);
  });

  test("refuses a cursor of another range or code, or an invalid one", async () => {
    const { cursor } = await bench.reader.between(range);
    if (cursor === null) expect.fail("one page");
    const refused = { code: "validation_error" };
    for (const other of [
      { ...range, cursor, hasta: day("2026-11-05") },
      { ...range, cursor, codigo: "ivp" },
      { ...range, cursor: `${cursor}A` },
    ]) {
      await expect(bench.reader.between(other)).rejects.toMatchObject(refused);
    }
    expect(bench.provider.asked).toEqual([]);
  });

  test("across two years includes both", async () => {
    bench.provider.publish("dolar", { "2024-12-27": 1, "2024-12-30": 2, "2025-01-02": 3 });
    const { values } = await bench.reader.between({
      codigo: "dolar",
      desde: day("2024-12-28"),
      hasta: day("2025-01-03"),
      limit: 100,
      cursor: null,
    });
    expect(values.map((value) => value.fecha)).toEqual(["2025-01-02", "2024-12-30"]);
    expect(bench.provider.asked.toSorted()).toEqual(["/api/dolar/2024", "/api/dolar/2025"]);
  });
});
