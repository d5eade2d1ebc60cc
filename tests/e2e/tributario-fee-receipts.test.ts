import { afterAll, beforeAll, expect, test } from "vitest";
import {
  lastDay,
  periodoOf,
  previousPeriodo,
  santiagoDayOf,
  todayInSantiago,
} from "#lib/chile/index.ts";
import { setPolicy } from "#lib/acts/fee-receipts/index.ts";
import { feeReceipt } from "#tests/support/scenes/fee-lane.ts";
import { anyReceipt } from "#tests/support/planted/issuer.ts";
import {
  ownLogin,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

/* The life of one receipt, through a browser and the simulated portal. */

let scene: TributarioScene;
let caller: { key: string; connection: string };
beforeAll(async () => {
  scene = await tributarioScene();
  const owner = await scene.organization();
  await setPolicy(scene.contextOf(owner.id), anyReceipt);
  caller = { key: owner.key, connection: await scene.connect(owner.id, ownLogin) };
}, 60_000);
afterAll(() => scene.close());

const call = async (tool: string, input: object) => {
  const { body } = await scene.call(tool, input, caller);
  expect(body.data, JSON.stringify(body)).toBeDefined();
  return body.data ?? {};
};

async function paper(solicitudId: unknown): Promise<Record<string, unknown> & { text: string }> {
  const got = await call("honorarios_documento.obtener", { solicitudId });
  const text = Buffer.from(String(got["contenidoBase64"]), "base64").toString("latin1");
  return { ...got, text };
}

test("is seen, issued as it was seen, printed, annulled, and printed again with its mark", async () => {
  const fecha = todayInSantiago(scene.clock.now());
  const asked = { ...feeReceipt("OC-118"), fecha };
  const preview = await call("honorarios.previsualizar", asked);
  expect(preview).toMatchObject({
    documento: { fecha, rutReceptor: "76177907-9", bruto: 500_000, quienRetiene: "receptor" },
    limites: [],
    huella: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const { huella } = preview;
  const issued = await call("honorarios.solicitar", { ...asked, huella, esperarSegundos: 25 });
  expect(issued).toMatchObject({ state: "issued" });
  const { solicitudId } = issued;
  const { solicitudes } = await call("honorarios.consultar", { solicitudId });
  const [request] = solicitudes as { folio: number; codigoBarras: string }[];
  const periodo = fecha.slice(0, 7);
  const truth = async () => {
    const path = `/portals/tributario/truth?resource=boletas&periodo=${periodo}&rut=76555835-2&lado=emitidas`;
    const { body } = await scene.sandbox.control<{ rows: Record<string, unknown>[] }>("GET", path);
    return body.rows.find(({ folio }) => folio === request?.folio);
  };
  expect(await truth()).toMatchObject({
    codigoBarras: request?.codigoBarras,
    bruto: 500_000,
    estado: "VIGENTE",
  });
  const printed = await paper(solicitudId);
  expect(printed).toMatchObject({ documentVersion: 1, folio: request?.folio });
  expect(printed.text.startsWith("%PDF-")).toBe(true);

  const window = await call("honorarios_anulacion.previsualizar", { solicitudId, causa: 3 });
  expect(window).toMatchObject({ folio: request?.folio, bruto: 500_000, modo: "inmediata" });
  const annulment = await call("honorarios_anulacion.solicitar", {
    solicitudId,
    causa: 3,
    huella: window["huella"],
  });
  const state = async () => {
    const found = await call("honorarios.consultar", { solicitudId: annulment["solicitudId"] });
    return (found["solicitudes"] as { state: string }[])[0]?.state;
  };
  expect(await pollUntil(state, (now) => now !== "pending" && now !== "processing", 60)).toBe(
    "annulled",
  );
  expect(await truth()).toMatchObject({ estado: "ANULADA" });
  expect(await paper(solicitudId)).toMatchObject({ documentVersion: 2 });
  expect(await scene.log()).toMatchObject({ sends: 2, emitted: 1, annulled: 1, max_sessions: 1 });
}, 150_000);

test("in a month that was read is listed as it is now, without another sync", async () => {
  const periodo = previousPeriodo(periodoOf(scene.clock.now()));
  await call("conexion.sincronizar", { periodo, alcances: ["boletas"], esperarSegundos: 25 });
  const listed = async (folio: unknown) => {
    const { boletas, cobertura } = await call("boletas.consultar", {
      periodo,
      lado: "emitidas",
      limit: 500,
    });
    expect(cobertura).toMatchObject({ estado: "completo" });
    return (boletas as Record<string, unknown>[]).find((row) => row["folio"] === folio);
  };
  const asked = { ...feeReceipt("OC-117"), fecha: lastDay(periodo), esperarSegundos: 25 };
  const { solicitudId } = await call("honorarios.solicitar", asked);
  const { solicitudes } = await call("honorarios.consultar", { solicitudId });
  const [request] = solicitudes as { folio: number; state: string }[];
  expect(request).toMatchObject({ state: "issued" });
  const folio = request?.folio;
  expect(await listed(folio)).toMatchObject({ bruto: 500_000, estado: "VIGENTE" });

  await call("honorarios_anulacion.solicitar", { folio, causa: 3 });
  const states = ["ANULADA", "VIGENTE_ANULACION_PENDIENTE"];
  const estado = async () => (await listed(folio))?.["estado"];
  expect(await pollUntil(estado, (now) => states.includes(String(now)), 60)).toBe(
    santiagoDayOf(scene.clock.now()).slice(8) <= "10" ? states[0] : states[1],
  );
}, 90_000);
