import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, todayInSantiago } from "#lib/chile/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";
import { anyReceipt } from "#tests/support/planted/issuer.ts";
import { setPolicy } from "./policy/change-policy.ts";

let lane: FeeLane;
let owner: FeeCaller & { id: string };
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  await lane.work();
  const fresh = { receipts: [], sends: 0, visits: 0, fate: "accepts", hidden: 0 } as const;
  Object.assign(lane.portal, { ...fresh, confirms: {}, refusesForm: false, papers: "ready" });
  owner = await lane.issuer();
});

const today = () => todayInSantiago(lane.clock.now());
const asked = (referencia: string, monto?: number) => ({
  ...feeReceipt(referencia, monto),
  fecha: today(),
});
const ask = (input: object, caller: FeeCaller = owner) =>
  lane.call("honorarios.solicitar", input, caller);
const code = async (answer: ReturnType<typeof ask>): Promise<unknown> =>
  (await answer).body.error?.code ?? null;

async function request(referencia: string, caller: FeeCaller = owner) {
  const { body } = await lane.call("honorarios.consultar", { referencia }, caller);
  const [found] = (body.data?.["solicitudes"] ?? []) as Record<string, unknown>[];
  return found;
}

const told = async () => (await lane.events(owner.id)).map(({ type, data }) => ({ type, data }));

describe("a receipt", () => {
  test("is issued once, and each call under its key is told its progress", async () => {
    lane.hold();
    const idempotencyKey = randomUUID();
    const first = await ask(asked("OC-1"), { ...owner, idempotencyKey });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.data).toMatchObject({ state: "pending" });
    expect(await request("OC-1")).toMatchObject({ state: "pending", seEnvio: false, folio: null });
    await lane.work();
    const again = await ask(asked("OC-1"), { ...owner, idempotencyKey });
    expect(again.body.data).toEqual({ ...first.body.data, state: "issued" });
    expect(again.body.meta["idempotency"]).toBe("replayed");
    expect(await request("OC-1")).toMatchObject({
      solicitudId: first.body.data?.["solicitudId"],
      operacionId: first.body.data?.["operacionId"],
      state: "issued",
      motivo: null,
      seEnvio: true,
      rutReceptor: "76177907-9",
      bruto: 500_000,
      folio: 500_001,
      codigoBarras: lane.portal.receipts[0]?.codigoBarras,
      documentVersion: 1,
    });
    expect(lane.portal.sends).toBe(1);
  });

  test("with another order under its key conflicts", async () => {
    const idempotencyKey = randomUUID();
    await ask(asked("OC-1"), { ...owner, idempotencyKey });
    const other = ask(asked("OC-2"), { ...owner, idempotencyKey });
    expect(await code(other)).toBe("idempotency_conflict");
  });

  test("notifies its receivers of its outcome, with ids only", async () => {
    const { body } = await ask(asked("OC-1"));
    lane.advance(30);
    await lane.housekeeping();
    const data = { request_id: body.data?.["solicitudId"], connection_id: owner.connection };
    expect(await told()).toEqual([
      {
        type: "tributario.honorarios.issued",
        data: { ...data, document_version: 1, state: "issued" },
      },
      {
        type: "tributario.honorarios.document_available",
        data: { ...data, document_version: 1, state: "issued" },
      },
    ]);
    expect(await request("OC-1")).toMatchObject({ documentoDisponible: true });
  });
});

describe("a receipt that the portal would issue differently is not sent", () => {
  test.each([
    ["another amount", { confirms: { bruto: 1 } }, "confirmacion_distinta"],
    ["another retention", { confirms: { retencion: 1 } }, "confirmacion_distinta"],
    ["another receiver", { confirms: { rutReceptor: "1-9" } }, "confirmacion_distinta"],
    [
      "a partnership's, without retention",
      { confirms: { retiene: "nadie" } },
      "sociedad_profesional",
    ],
    ["a form that it does not take", { refusesForm: true }, "formulario_rechazado"],
  ])("%s", async (_case, change, motivo) => {
    Object.assign(lane.portal, change);
    const idempotencyKey = randomUUID();
    await ask(asked("OC-1"), { ...owner, idempotencyKey });
    const rejected = { state: "rejected", motivo, seEnvio: false, documentVersion: 0 };
    expect(await request("OC-1")).toMatchObject(rejected);
    expect(lane.portal.sends).toBe(0);
    expect((await told()).map(({ type, data }) => [type, data["state"]])).toEqual([
      ["tributario.honorarios.rejected", "rejected"],
    ]);
    // Its key stays its own; its reference may be used again.
    const again = await ask(asked("OC-1"), { ...owner, idempotencyKey });
    expect(again.body.data).toMatchObject({ state: "rejected" });
    Object.assign(lane.portal, { confirms: {}, refusesForm: false });
    expect((await ask(asked("OC-1"))).body.data).toMatchObject({ state: "issued" });
  });

  test("not what the caller saw", async () => {
    await ask({ ...asked("OC-1"), huella: "a".repeat(64) });
    expect(await request("OC-1")).toMatchObject({ motivo: "huella_distinta", seEnvio: false });
  });
});

describe("without an answer from the portal", () => {
  test("it is inconclusive until the list shows it, and nothing is sent again", async () => {
    Object.assign(lane.portal, { fate: "loses", hidden: 1 });
    const { body } = await ask(asked("OC-1"));
    expect(await request("OC-1")).toMatchObject({ state: "inconclusive", seEnvio: true });
    const solicitudId = body.data?.["solicitudId"];
    lane.portal.hidden = 0;
    const looked = await lane.call("honorarios.reconciliar", { solicitudId }, owner);
    expect(looked.body.data).toMatchObject({ state: "issued", folio: 500_001 });
    expect(lane.portal.sends).toBe(1);
    expect((await told()).map(({ type }) => type.split(".")[2])).toEqual([
      "inconclusive",
      "issued",
    ]);
  });

  test("and never in the list, it stays inconclusive, and is reported once", async () => {
    lane.portal.fate = "drops";
    const { body } = await ask(asked("OC-1"));
    const solicitudId = body.data?.["solicitudId"];
    for (let look = 0; look < 2; look += 1) {
      lane.advance(31);
      await lane.call("honorarios.reconciliar", { solicitudId }, owner);
    }
    expect(await request("OC-1")).toMatchObject({ state: "inconclusive" });
    expect(await told()).toHaveLength(1);
    expect(lane.portal.sends).toBe(1);
  });

  test("an alike receipt under another reference waits for it", async () => {
    lane.portal.fate = "drops";
    await ask(asked("OC-1"));
    lane.portal.fate = "accepts";
    const alike = await ask(asked("OC-2"));
    expect(alike.body.error).toMatchObject({
      code: "honorarios_policy_denied",
      details: { limits: [{ limite: "parecida_sin_resolver" }] },
    });
    expect((await ask(asked("OC-3", 1))).body.data).toMatchObject({ state: "issued" });
  });
});

test("a refusal when sending is believed once the list shows nothing new", async () => {
  lane.portal.fate = "refuses";
  await ask(asked("OC-1"));
  const refused = { state: "rejected", motivo: "rechazada_por_portal", seEnvio: true };
  expect(await request("OC-1")).toMatchObject(refused);
  lane.portal.fate = "lies";
  await ask(asked("OC-2"));
  expect(await request("OC-2")).toMatchObject({ state: "inconclusive" });
});

describe("limits", () => {
  const withPolicy = (policy: Partial<typeof anyReceipt> | null) =>
    setPolicy(lane.contextOf(owner.id), policy === null ? null : { ...anyReceipt, ...policy });
  const limits = async (answer: ReturnType<typeof ask>) =>
    (await answer).body.error?.details?.["limits"] ?? null;

  test("without a policy, or with one that is off, nothing is issued", async () => {
    const fresh = await lane.organization();
    const connection = await lane.connection(fresh.id, "tributario");
    const caller = { key: fresh.key, connection };
    expect(await code(ask(asked("OC-1"), caller))).toBe("honorarios_beta_disabled");
    await withPolicy(null);
    expect(await code(ask(asked("OC-1")))).toBe("honorarios_beta_disabled");
  });

  test("each at its limit passes, and one above is named", async () => {
    await withPolicy({
      montoMaximo: 500_000,
      montoDiario: 900_000,
      cantidadDiaria: 2,
      diasAtras: 0,
    });
    expect(await limits(ask(asked("OC-1", 500_001)))).toEqual([
      { limite: "monto", maximo: 500_000, recibido: 500_001 },
    ]);
    expect(await limits(ask(asked("OC-1", 500_000)))).toBeNull();
    expect(await limits(ask(asked("OC-2", 400_001)))).toEqual([
      { limite: "monto_diario", maximo: 900_000, recibido: 900_001 },
    ]);
    const yesterday = { ...asked("OC-2", 1), fecha: addDays(today(), -1) };
    expect(await limits(ask(yesterday))).toEqual([
      { limite: "fecha", maximo: today(), recibido: yesterday.fecha },
    ]);
    expect(await limits(ask(asked("OC-2", 400_000)))).toBeNull();
    expect(await limits(ask(asked("OC-3", 1)))).toEqual([
      { limite: "monto_diario", maximo: 900_000, recibido: 900_001 },
      { limite: "cantidad_diaria", maximo: 2, recibido: 3 },
    ]);
  });

  test("a refused one frees its place, and the next day in Santiago starts again", async () => {
    await withPolicy({ cantidadDiaria: 1 });
    lane.portal.refusesForm = true;
    await ask(asked("OC-1"));
    lane.portal.refusesForm = false;
    await ask(asked("OC-2"));
    expect(await limits(ask(asked("OC-3", 1)))).toHaveLength(1);
    lane.advance(86_400);
    expect(await limits(ask(asked("OC-3", 1)))).toBeNull();
  });

  test("a hundred at once under a limit of ten make ten", async () => {
    await withPolicy({ cantidadDiaria: 10 });
    lane.hold();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, place) => ask(asked(`OC-${place}`, place + 1))),
    );
    const by = Map.groupBy(answers, ({ status }) => status);
    expect([by.get(200)?.length, by.get(403)?.length]).toEqual([10, 90]);
  }, 60_000);
});

describe("a reference", () => {
  test("belongs to one receipt, whatever the amount and the key", async () => {
    const { body } = await ask(asked("OC-1"));
    const again = await ask(asked("OC-1", 7));
    expect(again.body.error).toMatchObject({
      code: "honorarios_duplicate_reference",
      details: { solicitudId: body.data?.["solicitudId"] },
    });
  });

  test("outlives its connection, and says nothing of its request any more", async () => {
    await ask(asked("OC-1"));
    lane.portal.refusesForm = true;
    await ask(asked("OC-2", 7));
    lane.portal.refusesForm = false;
    owner = { ...owner, connection: await lane.connectAnew(owner) };
    const again = await ask(asked("OC-1", 9));
    expect(again.body.error).toMatchObject({ code: "honorarios_duplicate_reference", details: {} });
    expect(await request("OC-1")).toBeUndefined();
    const kept = await lane.database.owner(
      "select * from fee_receipt_requests where organization_id = $1",
      [owner.id],
    );
    expect(kept).toMatchObject([{ state: "issued", gross: "500000" }]);
    expect(JSON.stringify(kept)).not.toMatch(/OC-1|76177907|772\d{5}-/);
    expect(await code(ask(asked("OC-2", 7)))).toBeNull();
  });

  test("of another actor's request is reported without the request", async () => {
    await ask(asked("OC-1"));
    const { key } = await lane.key(owner.id, ["tributario:read", "tributario:write"]);
    const other = await ask(asked("OC-1", 7), { ...owner, key });
    expect(other.body.error).toMatchObject({ code: "honorarios_duplicate_reference", details: {} });
  });
});
