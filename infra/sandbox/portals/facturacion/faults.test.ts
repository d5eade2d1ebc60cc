import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  callerFor,
  invoice,
  truthOf,
  type Caller,
  type PrintedDocument,
} from "../../testing/facturacion.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { facturacion } from "./portal.ts";

let sandbox: TestSandbox;
let caller: Caller;
const portal = "/portals/facturacion";

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  caller = await callerFor(sandbox);
});
afterAll(() => sandbox.close());

const account = () => caller.get<Record<string, Record<string, unknown>>>("/cuenta");
const send = () => caller.post("/documentos", invoice);
const live = async () => (await truthOf(sandbox, "2026-11")).filter(({ folio }) => folio < 100_000);
const listed = async () => {
  const path = "/documentos?lado=emitidos&desde=2026-11-20&hasta=2026-11-20";
  const { body } = await caller.get<PrintedDocument[]>(path);
  return body.filter(({ folio }) => folio < 100_000).map(({ folio }) => folio);
};

async function fault(kind: string, more: { times?: number; delayMs?: number } = {}) {
  const { status } = await sandbox.control("POST", `${portal}/faults`, { kind, ...more });
  expect(status).toBe(200);
}

/** Only the sending meets the fault; it leads to a problem, and nothing is issued. */
async function refused(status: number, type: string): Promise<void> {
  const { status: answered, body } = await send();
  expect([answered, body["type"]]).toEqual([status, `/problemas/${type}`]);
  expect(await live()).toEqual([]);
  expect((await send()).status).toBe(202);
}

async function openSteps(): Promise<string[]> {
  const { body } = await account();
  const steps = body["puesta_en_marcha"]?.["pasos"] as { paso: string; listo: boolean }[];
  return steps.filter(({ listo }) => !listo).map(({ paso }) => paso);
}

/** Each entry provokes its kind once and shows that the next call works again. */
const provoked: Record<string, () => Promise<void>> = {
  wrong_password: async () => {
    expect((await account()).status).toBe(401);
    expect((await account()).status).toBe(200);
  },
  account_blocked: async () => {
    expect((await account()).status).toBe(403);
    expect((await account()).status).toBe(200);
  },
  unavailable: async () => {
    expect((await send()).status).toBe(503);
    expect(await live()).toEqual([]);
  },
  slow: async () => {
    const from = performance.now();
    expect((await account()).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(250);
  },
  hang: async () => {
    const hanging = send();
    const pending = () => sandbox.control("GET", `${portal}/faults`);
    await expect.poll(pending).toMatchObject({ body: { faults: [] } });
    expect((await account()).status).toBe(200);
    await sandbox.control("DELETE", `${portal}/faults`);
    expect((await hanging).status).toBe(503);
    expect(await live()).toEqual([]);
  },
  layout_changed: async () => {
    const path = "/documentos?lado=emitidos&desde=2026-10-01&hasta=2026-10-31";
    const first = async () => (await caller.get<PrintedDocument[]>(path)).body[0];
    expect(await first()).not.toHaveProperty("montos");
    expect(await first()).toHaveProperty("montos");
  },
  identity_mismatch: async () => {
    expect((await account()).body["empresa"]?.["rut"]).toBe("77879240-0");
    expect((await account()).body["empresa"]?.["rut"]).toBe("76555835-2");
  },
  preview_alert: async () => {
    const preview = () => caller.post("/documentos/vista-previa", invoice);
    expect((await preview()).status).toBe(422);
    expect((await preview()).status).toBe(200);
  },
  preview_changed: async () => {
    const address = async () => {
      const { body } = await caller.post("/documentos/vista-previa", invoice);
      return (body["receptor"] as { direccion: string }).direccion;
    };
    expect([await address(), await address()]).toEqual(["Otra Dirección 1", "Av. Ñuble 12"]);
  },
  send_rejected: () => refused(422, "documento-rechazado"),
  send_lost: async () => {
    await expect(send()).rejects.toThrow("fetch failed");
    expect((await live()).map(({ folio }) => folio)).toEqual([7001]);
    expect((await send()).body["folio"]).toBe(7002);
  },
  send_dropped: async () => {
    await expect(send()).rejects.toThrow("fetch failed");
    expect(await live()).toEqual([]);
    expect((await send()).body["folio"]).toBe(7001);
  },
  duplicate_folio: async () => {
    const { status, body } = await send();
    expect([status, body["type"]]).toEqual([409, "/problemas/folio-duplicado"]);
    expect((await live()).map(({ folio }) => folio)).toEqual([7001]);
  },
  issued_list_late: async () => {
    const { body } = await send();
    expect(await listed()).toEqual([]);
    const { status } = await caller.get(`/documentos/${String(body["id"])}`);
    expect(status).toBe(200);
    expect(await listed()).toEqual([7001]);
  },
  no_folios: async () => {
    expect(await openSteps()).toEqual(["folios"]);
    expect(await openSteps()).toEqual([]);
    await fault("no_folios");
    await refused(409, "folios-agotados");
  },
  plan_exhausted: async () => {
    expect((await account()).body["plan"]?.["documentos_restantes"]).toBe(0);
    expect((await account()).body["plan"]?.["documentos_restantes"]).toBe(5000);
    await fault("plan_exhausted");
    await refused(402, "plan-agotado");
  },
  certificate_expired: async () => {
    expect(await openSteps()).toEqual(["certificado"]);
    expect(await openSteps()).toEqual([]);
    await fault("certificate_expired");
    await refused(409, "certificado-vencido");
  },
  rate_limited: async () => {
    const { status, headers, body } = await send();
    expect([status, headers.get("retry-after"), body["type"]]).toEqual([
      429,
      "2",
      "/problemas/demasiadas-solicitudes",
    ]);
    expect(await live()).toEqual([]);
    await fault("rate_limited", { delayMs: 30_000 });
    expect((await account()).headers.get("retry-after")).toBe("30");
    expect((await account()).status).toBe(200);
  },
};

const delays: Record<string, number> = { slow: 250, send_lost: 20, send_dropped: 20 };

describe("the faults of facturacion", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(facturacion.faults.toSorted());
  });

  test.each(Object.keys(provoked))("the portal can be made to show: %s", async (kind) => {
    const delayMs = delays[kind];
    await fault(kind, delayMs === undefined ? {} : { delayMs });
    await provoked[kind]?.();
  });

  test("a search by reference does not find what the list keeps back while it is late", async () => {
    await fault("issued_list_late", { delayMs: 60_000 });
    await send();
    const found = () => caller.get<unknown[]>("/documentos?referencia=oper_1");
    expect((await found()).body).toEqual([]);
    expect((await found()).body).toEqual([]);
    await sandbox.control("DELETE", `${portal}/faults`);
    expect((await found()).body).toHaveLength(1);
  });

  test("an idempotency key returns what a lost sending issued", async () => {
    await fault("send_lost", { delayMs: 20 });
    const keyed = () => caller.post("/documentos", invoice, { "idempotency-key": "k" });
    await expect(keyed()).rejects.toThrow("fetch failed");
    expect((await keyed()).body["folio"]).toBe(7001);
    expect(await live()).toHaveLength(1);
  });
});
