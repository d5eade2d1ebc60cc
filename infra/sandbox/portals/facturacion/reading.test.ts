import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  callerFor,
  callerWith,
  listedKeys,
  main,
  truthOf,
  type Caller,
  type PrintedDocument,
} from "../../testing/facturacion.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let caller: Caller;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.service.moveClock(new Date("2026-11-21T15:00:00Z"));
  await sandbox.control("POST", "/reset");
  caller = await callerFor(sandbox);
});
afterAll(() => sandbox.close());

const listPath = (lado: string, period: string, lastDay: number) =>
  `/documentos?lado=${lado}&desde=${period}-01&hasta=${period}-${lastDay}`;

describe("a key of the invoicing provider", () => {
  test("leads to its own company", async () => {
    const keys = (await listedKeys(sandbox)).filter(({ leadsTo }) => leadsTo === "ok");
    expect(keys.length).toBeGreaterThanOrEqual(20);
    expect(keys[0]?.empresas).toEqual([main]);
    for (const { apiKey, empresas } of keys.slice(0, 4)) {
      const { body } = await callerWith(sandbox, apiKey).get<{ empresa: { rut: string } }>(
        "/cuenta",
      );
      expect(body.empresa.rut).toBe(empresas[0]);
    }
  });

  test("that is wrong, missing or suspended has its own problem", async () => {
    const refused = async (one: Caller) => {
      const { status, headers, body } = await one.get("/cuenta");
      expect(headers.get("content-type")).toBe("application/problem+json");
      return [status, body["type"]];
    };
    expect(await refused(await callerFor(sandbox, "wrong_key"))).toEqual([
      401,
      "/problemas/clave-no-valida",
    ]);
    expect(await refused(await callerFor(sandbox, "account_blocked"))).toEqual([
      403,
      "/problemas/cuenta-suspendida",
    ]);
    const bare = await fetch(`${sandbox.url}/portals/facturacion/v2/cuenta`);
    expect([bare.status, await bare.json()]).toMatchObject([
      401,
      { type: "/problemas/clave-ausente", status: 401 },
    ]);
    const { body } = await sandbox.control("GET", "/portals/facturacion/log");
    expect(body).toMatchObject({ failed_logins: 3, logins: 0, pages: 0 });
  });
});

describe("the account", () => {
  test("says that it can issue, how many documents are left, and what the provider stores", async () => {
    expect((await caller.get("/cuenta")).body).toEqual({
      empresa: { rut: main, razon_social: "Importadora Ñuble & Cía. Ltda." },
      puesta_en_marcha: {
        completa: true,
        pasos: [
          { paso: "certificado", listo: true, vence_en: "2027-12-31T23:59:59-03:00" },
          { paso: "folios", listo: true, tipos: [33, 34, 39, 41, 56, 61] },
          { paso: "resolucion", listo: true, numero: 80, fecha: "2014-08-22" },
          { paso: "actividad", listo: true, codigo: "466300", glosa: "Venta al por mayor" },
        ],
      },
      plan: { nombre: "Prepago", documentos_restantes: 5000 },
      idempotencia: "clave",
    });
  });

  test.each([
    ["no_certificate", "certificado"],
    ["no_folios", "folios"],
    ["no_resolution", "resolucion"],
    ["no_activity", "actividad"],
  ])("%s: it lacks %s", async (leadsTo, step) => {
    type Steps = { puesta_en_marcha: { pasos: { paso: string; listo: boolean }[] } };
    const { body } = await (await callerFor(sandbox, leadsTo)).get<Steps>("/cuenta");
    const open = body.puesta_en_marcha.pasos.filter(({ listo }) => !listo);
    expect(open.map(({ paso }) => paso)).toEqual([step]);
  });
});

describe("the ranges of folios", () => {
  test("are listed with what is left, as in the truth", async () => {
    interface Range {
      tipo: number;
      desde: number;
      hasta: number;
      siguiente: number | null;
      sin_usar: number;
      vence_en: string | null;
      estado: string;
    }
    const { body } = await caller.get<Range[]>("/folios?tipo=33");
    expect(
      body.map(({ desde, hasta, siguiente, sin_usar, estado }) => [
        desde,
        hasta,
        siguiente,
        sin_usar,
        estado,
      ]),
    ).toEqual([
      [6001, 6400, null, 0, "agotado"],
      [6401, 6480, null, 41, "vencido"],
      [7001, 7640, 7001, 640, "vigente"],
      [8001, 8200, 8001, 200, "vigente"],
    ]);
    // 140 days after 21 November 2026, with winter's offset.
    expect(body[2]?.vence_en).toBe("2027-04-10T23:59:59-04:00");
    const truth = "/portals/facturacion/truth?resource=folios";
    const { rows } = (await sandbox.control<{ rows: Record<string, unknown>[] }>("GET", truth))
      .body;
    expect(rows.find(({ desde }) => desde === 7001)).toEqual({
      tipoDoc: 33,
      desde: 7001,
      hasta: 7640,
      siguiente: 7001,
      autorizado: "2026-10-12",
      vence: "2027-04-10",
      estado: "vigente",
    });
    const left = (type: number) =>
      rows
        .filter(({ tipoDoc, estado }) => tipoDoc === type && estado === "vigente")
        .reduce((sum, { hasta, siguiente }) => sum + Number(hasta) - Number(siguiente) + 1, 0);
    expect([left(33), left(61), left(34)]).toEqual([840, 700, 200]);
  });
});

describe("the documents of a month", () => {
  test.each([
    ["emitidos", "2026-06", 30],
    ["emitidos", "2026-10", 31],
    ["recibidos", "2026-07", 31],
    ["recibidos", "2025-12", 31],
  ])(
    "%s of %s are the truth's, with decimals and Santiago's offset",
    async (lado, period, last) => {
      const truth = await truthOf(sandbox, period, `&lado=${lado}`);
      const { rows } = await caller.all<PrintedDocument>(listPath(lado, period, last));
      expect(truth.length).toBeGreaterThanOrEqual(18);
      expect(rows.map(({ id }) => id)).toEqual(truth.map(({ id }) => id).toReversed());
      for (const row of rows) {
        const one = truth.find(({ id }) => id === row.id);
        const other = lado === "emitidos" ? row.receptor : row.emisor;
        expect([other["rut"], row.tipo, row.folio, row.estado]).toEqual([
          one?.rut,
          one?.tipoDoc,
          one?.folio,
          one?.estado,
        ]);
        const { neto, exento, iva, total } = row.montos;
        expect(total).toMatch(/^\d+\.00$/);
        expect([neto, exento, iva, total].map(Number)).toEqual([
          one?.neto,
          one?.exento,
          one?.iva,
          one?.total,
        ]);
        expect(Number(neto) + Number(exento) + Number(iva)).toBe(Number(total));
        expect(row.fecha_emision).toMatch(/T\d\d:\d\d:\d\d-0[34]:00$/);
        expect(row.fecha_emision.slice(0, 10)).toBe(one?.fecha);
      }
    },
  );

  test("are the same after a reset on another day, in the same state once all verdicts are in", async () => {
    const june = await truthOf(sandbox, "2026-06");
    const { body } = await sandbox.control("POST", "/clock", { advance: "P40D" });
    expect(body["now"]).toMatch(/^2026-12-31/);
    await sandbox.control("POST", "/reset");
    expect(await truthOf(sandbox, "2026-06")).toEqual(june);
    const december = await truthOf(sandbox, "2026-12", "&lado=emitidos");
    expect(december.length).toBeGreaterThan(90);
    expect(december.map(({ estado }) => estado)).toContain("emitido");
    await sandbox.control("POST", "/clock", { advance: "P3D" });
    const answered = await truthOf(sandbox, "2026-12", "&lado=emitidos");
    expect(answered).toHaveLength(100);
    expect(answered.map(({ estado }) => estado)).not.toContain("emitido");
  });

  test("begin and end at the edges of the month in Santiago, which in UTC is the next one", async () => {
    const { rows } = await caller.all<PrintedDocument>(listPath("emitidos", "2026-10", 31));
    expect(rows[0]?.fecha_emision).toBe("2026-10-31T23:34:00-03:00");
    expect(rows.at(-1)?.fecha_emision).toBe("2026-10-01T00:10:00-03:00");
    const winter = await caller.all<PrintedDocument>(listPath("emitidos", "2026-08", 31));
    expect(winter.rows[0]?.fecha_emision).toBe("2026-08-31T23:34:00-04:00");
  });

  test("come in pages by Link: two full ones in December, none in February", async () => {
    const december = await caller.all(listPath("emitidos", "2025-12", 31));
    expect(december.sizes).toEqual([50, 50]);
    const small = await caller.all(`${listPath("emitidos", "2025-12", 31)}&por_pagina=30`);
    expect(small.sizes).toEqual([30, 30, 30, 10]);
    expect(small.rows).toEqual(december.rows);
    const first = await caller.get(listPath("emitidos", "2025-12", 31));
    expect(first.headers.get("x-total")).toBe("100");
    expect(first.headers.get("link")).toContain(
      `<${sandbox.url}/portals/facturacion/v2/documentos?`,
    );
    expect((await caller.all(listPath("emitidos", "2026-02", 28))).sizes).toEqual([0]);
    expect((await caller.all(listPath("recibidos", "2026-03", 31))).sizes).toEqual([1]);
  });

  test("a document issued between two pages moves nothing", async () => {
    const path = listPath("emitidos", "2026-11", 30);
    const before = await caller.all<PrintedDocument>(`${path}&por_pagina=100`);
    const first = await caller.get<PrintedDocument[]>(`${path}&por_pagina=10`);
    const row = { tipoDoc: 33, rut: main, fecha: "2026-11-21", neto: 1000 };
    await sandbox.control("POST", "/portals/facturacion/rows", { rows: [row] });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await caller.get<PrintedDocument[]>(next.split("/v2")[1] ?? "");
    expect(second.body.map(({ id }) => id)).toEqual(before.rows.slice(10, 20).map(({ id }) => id));
  });

  test("can be filtered by type, state and receiver", async () => {
    const path = listPath("emitidos", "2026-10", 31);
    const truth = await truthOf(sandbox, "2026-10", "&lado=emitidos");
    const one = truth.find(({ estado, tipoDoc }) => estado === "anulado" && tipoDoc === 33);
    const fits = truth.filter(
      ({ rut, tipoDoc, estado }) => rut === one?.rut && tipoDoc === 33 && estado === "anulado",
    );
    const { rows } = await caller.all<PrintedDocument>(
      `${path}&tipo=33&estado=anulado&receptor=${one?.rut}`,
    );
    expect(fits.length).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(fits.map(({ id }) => id).toSorted());
  });

  test("a note that annuls has the amounts of the annulled document", async () => {
    const truth = await truthOf(sandbox, "2026-10", "&lado=emitidos");
    interface Whole extends PrintedDocument {
      referencias: { tipo: string; folio: string; codigo: number }[];
    }
    const notes = await Promise.all(
      truth
        .filter(({ tipoDoc }) => tipoDoc === 61)
        .map(async ({ id }) => (await caller.get<Whole>(`/documentos/${id}`)).body),
    );
    const annulling = notes.filter(
      ({ estado, referencias }) => referencias[0]?.codigo === 1 && estado !== "rechazado",
    );
    expect(annulling.length).toBeGreaterThan(0);
    for (const { referencias, montos } of annulling) {
      const [{ tipo, folio } = { tipo: "", folio: "" }] = referencias;
      const annulled = truth.find((one) => `${one.tipoDoc}|${one.folio}` === `${tipo}|${folio}`);
      expect(annulled).toMatchObject({ estado: "anulado", total: Number(montos.total) });
    }
  });

  test("an invalid query is a problem that names the parameters", async () => {
    for (const wrong of [
      "/documentos",
      "/documentos?lado=emitidos",
      "/documentos?lado=todos&desde=2026-10-01&hasta=2026-10-31",
      "/documentos?lado=emitidos&desde=2026-02-31&hasta=2026-03-31",
      "/documentos?lado=emitidos&desde=2026-10-31&hasta=2026-10-01",
      "/documentos?lado=emitidos&desde=2026-01-01&hasta=2026-10-01",
      `${listPath("emitidos", "2026-10", 31)}&por_pagina=101`,
      `${listPath("emitidos", "2026-10", 31)}&pagina=abc`,
    ]) {
      const { status, body } = await caller.get(wrong);
      expect([status, body["type"], body["parametros"]]).toEqual([
        400,
        "/problemas/consulta-no-valida",
        expect.any(Array),
      ]);
    }
  });

  test("another company's document does not exist, and neither does an unknown path", async () => {
    const [one] = await truthOf(sandbox, "2026-10");
    const stranger = await callerFor(sandbox, "other_company");
    for (const path of [`/documentos/${one?.id}`, `/documentos/${one?.id}/pdf`, "/nada"]) {
      expect((await stranger.get(path)).status).toBe(404);
    }
    const paper = await caller.get<{ text: string }>(`/documentos/${one?.id}/pdf`);
    expect(paper.headers.get("content-type")).toBe("application/pdf");
    expect(paper.body.text).toContain(` ${one?.folio}  ${one?.fecha}`);
  });
});
