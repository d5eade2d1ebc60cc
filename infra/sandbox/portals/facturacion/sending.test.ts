import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  callerFor,
  invoice,
  truthOf,
  type Caller,
  type PrintedDocument,
} from "../../testing/facturacion.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let caller: Caller;
const portal = "/portals/facturacion";

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.service.moveClock(new Date("2026-11-21T15:00:00Z"));
  await sandbox.control("POST", "/reset");
  caller = await callerFor(sandbox);
});
afterAll(() => sandbox.close());

const log = async () => (await sandbox.control("GET", `${portal}/log`)).body;
const set = (patch: object) => sandbox.control("PATCH", portal, patch);
const send = (more: object = {}, headers: Record<string, string> = {}) =>
  caller.post("/documentos", { ...invoice, ...more }, headers);
const advance = (by: string) => sandbox.control("POST", "/clock", { advance: by });
const one = async (id: unknown) =>
  (await caller.get<PrintedDocument>(`/documentos/${String(id)}`)).body;
const live = async () => (await truthOf(sandbox, "2026-11")).filter(({ folio }) => folio < 100_000);

/** Uses up the whole type with somebody else's documents. */
async function useUp(tipoDoc: number, count: number): Promise<void> {
  const row = { tipoDoc, rut: "77879240-0", fecha: "2026-11-21", neto: 1000 };
  const rows = Array.from({ length: count }, () => row);
  expect((await sandbox.control("POST", `${portal}/rows`, { rows })).status).toBe(200);
}

describe("a document that is issued", () => {
  test("gets the next folio and a track id at once, and the authority's verdict later", async () => {
    const sent = await send();
    expect(sent.status).toBe(202);
    expect(sent.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tipo: 33,
      folio: 7001,
      estado: "emitido",
      fecha_emision: "2026-11-20T12:00:00-03:00",
      total: "4271.00",
      track_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const { id, track_id } = sent.body;
    expect(sent.headers.get("location")).toBe(
      `${sandbox.url}${portal}/v2/documentos/${String(id)}`,
    );
    expect((await one(id)).autoridad).toEqual({
      estado: "pendiente",
      respondido_en: null,
      glosa: null,
    });
    await advance("PT3M");
    expect(await one(id)).toMatchObject({
      estado: "aceptado",
      track_id,
      referencia: "oper_1",
      autoridad: {
        estado: "aceptado",
        respondido_en: expect.stringMatching(/^2026-11-21T12:02:0\d-03:00$/),
        glosa: "DTE ACEPTADO OK",
      },
    });
    expect(await live()).toEqual([
      expect.objectContaining({
        id,
        lado: "emitidos",
        tipoDoc: 33,
        folio: 7001,
        rut: "77879240-0",
        fecha: "2026-11-20",
        neto: 3001,
        exento: 700,
        iva: 570,
        total: 4271,
        estado: "aceptado",
        trackId: track_id,
        referencia: "oper_1",
      }),
    ]);
    expect(await log()).toMatchObject({ sends: 1, emitted: 1, annulled: 0 });
  });

  test("may be rejected days later, and a verdict never changes", async () => {
    await set({ aceptacion: { afterSeconds: 3 * 86_400, result: "rechazado" } });
    const { body } = await send();
    await advance("P2D");
    expect((await one(body["id"])).estado).toBe("emitido");
    await advance("P1DT1M");
    expect((await one(body["id"])).estado).toBe("rechazado");
    await set({ aceptacion: { afterSeconds: 0, result: "reparos" } });
    expect((await one(body["id"])).estado).toBe("rechazado");
    const next = await send({ fecha_emision: undefined });
    expect(next.body).toMatchObject({ folio: 7002, estado: "reparos" });
  });

  test("that nobody read in between has the verdict that was due at the time", async () => {
    await set({ aceptacion: { afterSeconds: 60, result: "rechazado" } });
    const { body } = await send();
    await advance("PT2M");
    await set({ aceptacion: { afterSeconds: 60, result: "aceptado" } });
    expect((await one(body["id"])).estado).toBe("rechazado");
  });

  test("under an old authorization meets an objection", async () => {
    await useUp(34, 200);
    const rows = [{ tipoDoc: 34, desde: 9001, hasta: 9100, autorizado: "2026-05-01" }];
    await sandbox.control("POST", `${portal}/rows`, { resource: "folios", rows });
    await set({ aceptacion: { afterSeconds: 0, result: "aceptado" } });
    const { body } = await send({ tipo: 34 });
    expect(body).toMatchObject({ folio: 9001, estado: "reparos" });
  });

  test("uses ranges in the order of their authorization, over the gap between them", async () => {
    await useUp(33, 639);
    const folios = [];
    for (let index = 0; index < 3; index += 1) folios.push((await send()).body["folio"]);
    expect(folios).toEqual([7640, 8001, 8002]);
    const rows = [{ tipoDoc: 33, desde: 100, hasta: 101, autorizado: "2026-11-20" }];
    await sandbox.control("POST", `${portal}/rows`, { resource: "folios", rows });
    expect((await send()).body["folio"]).toBe(8003);
  });

  test("is refused once the folios, the plan or the certificate have run out", async () => {
    await useUp(34, 200);
    expect((await send({ tipo: 34 })).body["type"]).toBe("/problemas/folios-agotados");
    expect((await send()).status).toBe(202);
    await set({ documentosRestantes: 1 });
    expect((await send()).status).toBe(202);
    expect((await sandbox.control("GET", portal)).body["documentosRestantes"]).toBe(0);
    const out = await send();
    expect([out.status, out.body["type"]]).toEqual([402, "/problemas/plan-agotado"]);
    await set({ documentosRestantes: 9, certificadoVence: "2026-11-20" });
    expect((await send()).body).toMatchObject({
      type: "/problemas/certificado-vencido",
      vencio_en: "2026-11-20T23:59:59-03:00",
    });
    expect(await log()).toMatchObject({ sends: 5, emitted: 2 });
  });

  test("sent twenty times gets twenty folios, and under one key it is one document", async () => {
    const at = (count: number, headers = {}) =>
      Promise.all(Array.from({ length: count }, () => send({}, headers)));
    const folios = (await at(20)).map(({ body }) => Number(body["folio"]));
    const expected = Array.from({ length: 20 }, (_, index) => 7001 + index);
    expect(folios.toSorted((a, b) => a - b)).toEqual(expected);
    const keyed = await at(20, { "idempotency-key": "one" });
    expect(new Set(keyed.map(({ body }) => body["folio"]))).toEqual(new Set([7021]));
    expect(await log()).toMatchObject({ sends: 40, emitted: 21 });
  });

  test("expired folios are not used, and neither are annulled ones", async () => {
    const range = { tipoDoc: 33, desde: 7001, hasta: 7640 };
    const change = (more: object) =>
      sandbox.control("POST", `${portal}/rows`, {
        resource: "folios",
        rows: [{ ...range, ...more }],
      });
    await change({ vence: "2026-11-20" });
    expect((await send()).body["folio"]).toBe(8001);
    await change({ vence: "2026-11-21" });
    expect((await send()).body["folio"]).toBe(7001);
    await change({ estado: "anulado" });
    expect((await send()).body["folio"]).toBe(8002);
  });

  test.each(["no_resolution", "no_activity", "no_certificate"])(
    "is refused for a company that lacks something: %s",
    async (leadsTo) => {
      caller = await callerFor(sandbox, leadsTo);
      expect((await send()).body["type"]).toBe("/problemas/puesta-en-marcha");
    },
  );
});

describe("a credit note", () => {
  test("annuls an invoice once, unless the authority rejects the note", async () => {
    const { body } = await send();
    const note = {
      tipo: 61,
      referencias: [
        { tipo: "33", folio: "7001", fecha: "2026-11-20", codigo: 1, razon: "Error de precio" },
      ],
    };
    await set({ aceptacion: { afterSeconds: 3600, result: "rechazado" } });
    expect((await send(note)).body).toMatchObject({ tipo: 61, folio: 901 });
    expect((await one(body["id"])).estado).toBe("anulado");
    expect((await send(note)).body).toMatchObject({ folio: 902 });
    expect(await log()).toMatchObject({ emitted: 3, annulled: 1 });
    await set({ aceptacion: { afterSeconds: 0, result: "rechazado" } });
    await advance("PT1M");
    const states = (await live()).map(({ tipoDoc, estado }) => [tipoDoc, estado]);
    expect(states).toEqual([
      [33, "rechazado"],
      [61, "rechazado"],
      [61, "rechazado"],
    ]);
  });

  test("that corrects a text has no amount", async () => {
    const { body, status } = await send({
      tipo: 61,
      lineas: [{ nombre: "Donde dice giro", cantidad: "1", precio: "0" }],
      referencias: [{ tipo: "33", folio: "7001", fecha: "2026-11-20", codigo: 2 }],
    });
    expect([status, body["total"]]).toEqual([202, "0.00"]);
  });
});

describe("a sending that comes twice", () => {
  const key = { "idempotency-key": "k-1" };
  const found = (reference: string) =>
    caller.get<PrintedDocument[]>(`/documentos?referencia=${reference}`);

  test("with one key is one document, if the provider keeps keys", async () => {
    const first = await send({}, key);
    const again = await send({}, key);
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await send({ forma_pago: "contado" }, key);
    expect([other.status, other.body["type"]]).toEqual([422, "/problemas/clave-reutilizada"]);
    expect(await log()).toMatchObject({ sends: 3, emitted: 1 });
  });

  test("is two if it only keeps the reference, which finds both", async () => {
    await set({ idempotencia: "referencia" });
    await send({}, key);
    await send({}, key);
    expect((await found("oper_1")).body.map(({ folio }) => folio)).toEqual([7002, 7001]);
    expect((await found("oper_2")).body).toEqual([]);
  });

  test("is two if it keeps neither, and the reference is lost", async () => {
    await set({ idempotencia: "ninguna" });
    await send({}, key);
    const { body } = await send({}, key);
    expect((await one(body["id"])).referencia).toBeNull();
    expect((await found("oper_1")).status).toBe(400);
    expect((await live()).map(({ folio, referencia }) => [folio, referencia])).toEqual([
      [7001, null],
      [7002, null],
    ]);
  });
});
