import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import { wrongKey } from "#infra/sandbox/portals/facturacion/accounts.ts";
import {
  facturacionLane,
  invoice,
  type FacturacionLane,
  type IssuerCaller,
} from "#tests/support/scenes/facturacion-lane.ts";
import { facturacionLogin } from "#tests/support/scenes/facturacion-login.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

let lane: FacturacionLane;
let issuer: IssuerCaller;
beforeAll(async () => {
  lane = await facturacionLane();
});
afterAll(() => lane?.close());
beforeEach(async () => {
  await lane.beginAnew();
  issuer = await lane.issuer();
});

const preview = (caller = issuer, amount = 1_000) =>
  lane.call("documento.previsualizar", invoice(amount), caller);

describe("a good key", () => {
  test("is used by many calls at once", async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => preview(issuer, n * 1_000)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test("is still valid after calls that the system was too busy to answer", async () => {
    for (const _ of [1, 2, 3]) {
      await lane.fault("rate_limited", { delayMs: 30_000 });
      expectRefusal(await preview(), "connection_busy");
    }
    expect((await preview()).status).toBe(200);
  });
});

/** Its state, and the call that renews it. */
const renewal = ({ connection: conexionId }: IssuerCaller) => ({
  credencial: "rechazada",
  fix: {
    tool_id: "conexiones.enlace.crear",
    input: { sistema: "facturacion", modo: "reconectar", conexionId },
  },
});

test("a wrong key is tried once, and the system is not asked again automatically", async () => {
  const stranger = await lane.issuer({ ...facturacionLogin(), apiKey: wrongKey });
  for (const _ of [1, 2, 3]) {
    const refused = await preview(stranger);
    expectRefusal(refused, "connection_credential_required");
    // From the first one on, as what was just recorded.
    expect(refused.body.error?.details).toMatchObject(renewal(stranger));
  }
  expect(await lane.log()).toMatchObject({ failed_logins: 1 });
});

test("a key that is refused before an emission says that it was", async () => {
  const previewRef = (await preview()).body.data?.["previewRef"];
  await lane.fault("wrong_password");
  const refused = await lane.call("documento.emitir", { previewRef }, issuer);
  expectRefusal(refused, "connection_credential_required");
  expect(refused.body.error?.details).toMatchObject(renewal(issuer));
});

test("a key that opens another company than the connection's is connection_identity_mismatch", async () => {
  await lane.fault("identity_mismatch", { times: 3 });
  expectRefusal(await lane.call("conexion.verificar", {}, issuer), "connection_identity_mismatch");
  expectRefusal(await preview(), "connection_identity_mismatch");
  const periodo = periodoOf(lane.clock.now());
  const sync = await lane.call("conexion.sincronizar", { periodo, esperarSegundos: 5 }, issuer);
  expect(sync.body.data).toMatchObject({ status: "failed" });
  // Nothing is held against the key itself.
  expect(await lane.call("conexion.verificar", {}, issuer)).toMatchObject({
    status: 200,
    body: { data: { valida: true, motivo: null } },
  });
});
