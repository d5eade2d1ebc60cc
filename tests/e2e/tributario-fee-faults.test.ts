import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plazoAnulacion, todayInSantiago } from "#lib/chile/index.ts";
import { setPolicy } from "#lib/acts/fee-receipts/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { feeReceipt } from "#tests/support/scenes/fee-lane.ts";
import { anyReceipt } from "#tests/support/planted/issuer.ts";
import {
  companyRut,
  ownLogin,
  personLogin,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";

type Row = Record<string, unknown>;

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
let reference = 0;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  await setPolicy(scene.contextOf(owner.id), anyReceipt);
  connection = await scene.connect(owner.id, ownLogin);
}, 60_000);
afterAll(() => scene.close());
beforeEach(() => scene.sandbox.control("DELETE", "/portals/tributario/faults"));

const call = async (tool: string, input: Row, of = connection) => {
  const { status, body } = await scene.call(tool, input, { key: owner.key, connection: of });
  return { status, data: body.data as Row, code: body.error?.code };
};
const today = () => todayInSantiago(scene.clock.now());

async function solicit(changes: Row = {}) {
  const input = { ...feeReceipt(`OC-${(reference += 1)}`), fecha: today(), esperarSegundos: 25 };
  return call("honorarios.solicitar", { ...input, ...changes });
}
async function request(solicitudId: unknown): Promise<Row> {
  const { data } = await call("honorarios.consultar", { solicitudId });
  return (data["solicitudes"] as Row[])[0] ?? {};
}
async function issued(): Promise<Row[]> {
  const path = `/portals/tributario/truth?resource=boletas&periodo=${today().slice(0, 7)}&rut=${companyRut}&lado=emitidas`;
  const { body } = await scene.sandbox.control<{ rows: Row[] }>("GET", path);
  return body.rows.filter(({ folio }) => Number(folio) > 500_000);
}

describe("an answer that never comes", () => {
  test("of one that was issued is found in the list", async () => {
    await scene.fault("send_lost", { delayMs: 20 });
    const before = (await issued()).length;
    const { data } = await solicit();
    expect(data).toMatchObject({ state: "issued" });
    expect(await issued()).toHaveLength(before + 1);
  }, 60_000);

  test("of one that was not leaves it open, and it is never sent again", async () => {
    await scene.fault("send_dropped", { delayMs: 20 });
    const before = (await issued()).length;
    const lineas = [{ descripcion: "Otra cosa", monto: 77_000 }];
    const { data } = await solicit({ lineas });
    expect(data).toMatchObject({ state: "inconclusive" });
    const again = await call("honorarios.reconciliar", { solicitudId: data["solicitudId"] });
    expect(again.data).toMatchObject({ state: "inconclusive", seEnvio: true });
    const { code } = await solicit({ lineas });
    expect(code).toBe("honorarios_policy_denied");
    expect(await issued()).toHaveLength(before);
  }, 60_000);

  test("of one that the list shows late is settled by a look", async () => {
    await scene.fault("send_lost", { delayMs: 20 });
    await scene.fault("issued_list_late", { times: 1 });
    const { data } = await solicit({ lineas: [{ descripcion: "Tarde", monto: 88_000 }] });
    expect(data).toMatchObject({ state: "inconclusive" });
    const found = await call("honorarios.reconciliar", { solicitudId: data["solicitudId"] });
    expect(found.data).toMatchObject({ state: "issued", folio: expect.any(Number) });
  }, 60_000);
});

test("what the portal refuses, before and at the sending, ends as rejected", async () => {
  await scene.fault("preview_alert");
  const form = await solicit({ lineas: [{ descripcion: "Uno", monto: 11_000 }] });
  expect(await request(form.data["solicitudId"])).toMatchObject({
    state: "rejected",
    seEnvio: false,
    motivo: "formulario_rechazado",
  });
  await scene.fault("send_rejected");
  const sent = await solicit({ lineas: [{ descripcion: "Dos", monto: 12_000 }] });
  expect(sent.data).toMatchObject({ state: "rejected" });
  await scene.fault("preview_changed");
  const { huella } = (
    await call("honorarios.previsualizar", { ...feeReceipt("OC-p"), fecha: today() })
  ).data;
  const other = await solicit({ huella });
  expect(await request(other.data["solicitudId"])).toMatchObject({
    state: "rejected",
    motivo: "huella_distinta",
  });
}, 90_000);

test("a representative is refused before anybody logs in, once its login is known", async () => {
  const other = await scene.connect(owner.id, personLogin);
  await call("conexion.verificar", {}, other);
  const before = await scene.log();
  const receipt = { ...feeReceipt("OC-r"), fecha: today() };
  const refused = await call("honorarios.previsualizar", receipt, other);
  expect(refused.code).toBe("alcance_scheme_unsupported");
  expect(await scene.log()).toEqual(before);
}, 60_000);

describe("from day 11 of the next month on", () => {
  /** To noon, or so, of the twelfth day of the month after. */
  function goToNextMonth(): void {
    const now = scene.clock.now();
    const there = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 12, 15);
    scene.advance((there - now.getTime()) / 1000);
  }

  async function visitsEnd(): Promise<void> {
    await scene.housekeeping();
    const open = () =>
      scene.database.owner("select kind from sync_jobs where status in ('queued', 'running')");
    await expect.poll(open).toEqual([]);
  }

  test("the receiver decides, and housekeeping reads what it says a day later", async () => {
    const fecha = today();
    const { data: asked } = await solicit({ lineas: [{ descripcion: "Asesoría", monto: 21_000 }] });
    expect(asked).toMatchObject({ state: "issued" });
    goToNextMonth();
    const { solicitudId } = asked;
    const plazoHasta = plazoAnulacion(fecha, today())?.plazoHasta;
    const { data } = await call("honorarios_anulacion.solicitar", { solicitudId, causa: 1 });
    expect(data).toMatchObject({ modo: "con_receptor", plazoHasta });
    const state = () => request(data["solicitudId"]).then((row) => row["state"]);
    await expect.poll(state).toBe("awaiting_receiver");
    await scene.sandbox.control("POST", "/portals/tributario/receivers", {
      rut: feeReceipt("x").receptor.rut,
      answer: "reject",
    });
    scene.advance(86_400);
    // A connection is visited once a minute, and older requests of it that are open come first.
    for (let minute = 0; minute < 5 && (await state()) === "awaiting_receiver"; minute += 1) {
      await visitsEnd();
      scene.advance(60);
    }
    expect(await state()).toBe("refused_by_receiver");
  }, 120_000);
});
