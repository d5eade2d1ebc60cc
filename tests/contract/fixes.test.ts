import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { updateConnection } from "#lib/connections/index.ts";
import { cancelJob } from "#lib/sync/index.ts";
import { fixes, type FixCall } from "#lib/tools/call/index.ts";
import type { SearchAnswer } from "#lib/tools/search/index.ts";
import { callTool, type Answered, type TestOrganization } from "#tests/support/scenes/api.ts";
import { syncScene, type SyncScene } from "#tests/support/scenes/sync-scene.ts";
import {
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";

/** The tax authority, and a bank that requires an approval: together they provoke every code. */
let scene: TributarioScene;
let bank: SyncScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  [scene, bank] = await Promise.all([tributarioScene(), syncScene()]);
  owner = await scene.organization();
  connection = await scene.connect(owner.id);
});
afterAll(() => Promise.all([scene.close(), bank.close()]));
afterEach(async () => {
  await scene.sandbox.control("DELETE", "/portals/tributario/faults");
});

const provoked = new Set<string>();

/** The refusal's own fix, which must exist. */
function fixOf(answer: Answered, code: string): FixCall {
  expect(answer.body.error?.code, JSON.stringify(answer.body)).toBe(code);
  const fix = answer.body.error?.details?.["fix"];
  expect(fix).toMatchObject({ tool_id: expect.any(String), input: expect.any(Object) });
  provoked.add(code);
  return fix as FixCall;
}

/** Sent unchanged: nothing is added. */
function sendFix(
  fix: FixCall,
  { app }: Pick<TributarioScene, "app"> = scene,
  { key }: TestOrganization = owner,
): Promise<Answered> {
  return callTool(app, fix.tool_id, fix.input, {
    key,
    ...(fix.connection_id !== undefined && { connection: fix.connection_id }),
    ...(fix.idempotency_key !== undefined && { idempotencyKey: fix.idempotency_key }),
  });
}

async function accepted(answer: Answered, code: string): Promise<Record<string, unknown>> {
  const fixed = await sendFix(fixOf(answer, code));
  expect(fixed.status, JSON.stringify(fixed.body)).toBe(200);
  return fixed.body.data ?? {};
}

const call = (tool: string, input: unknown, on = connection, idempotencyKey?: string) =>
  scene.call(tool, input, {
    key: owner.key,
    connection: on,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

async function preview(kind: string, input: unknown, on = connection): Promise<string> {
  const answer = await call(`${kind}.previsualizar`, input, on);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.data?.["previewRef"]);
}

async function emit(
  kind: string,
  input: unknown,
  on = connection,
): Promise<{ operacionId: string; folio: number }> {
  const previewRef = await preview(kind, input, on);
  const answer = await call(`${kind}.emitir`, { previewRef }, on);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as { operacionId: string; folio: number };
}

test("a call without a connection, or with an unknown one, leads to the list of connections", async () => {
  const { key } = owner;
  const registry = { periodo: "2026-08", operacion: "compra" };
  const without = await callTool(scene.app, "tributario.rcv.consultar", registry, { key });
  const found = await accepted(without, "validation_error");
  expect(found["conexiones"]).toMatchObject([{ id: connection }]);
  const unknown = await call("rcv.consultar", registry, `conn_${"0".repeat(26)}`);
  await accepted(unknown, "validation_error");
});

test("a wrong input has no fix by a call", async () => {
  const answer = await call("rcv.consultar", { periodo: "agosto" });
  expect(answer.body.error).toMatchObject({ code: "validation_error" });
  expect(answer.body.error?.details).not.toHaveProperty("fix");
});

test("a dead credential is renewed by a link", async () => {
  const on = await scene.connect(owner.id);
  await updateConnection(scene.deps, on, { credencial: "rechazada" });
  const answer = await call("conexion.verificar", {}, on);
  const link = await accepted(answer, "connection_credential_required");
  expect(link).toMatchObject({ modo: "reconectar", url: expect.stringContaining("/connect/") });
});

test("a running sync, and a full queue, can be followed in the list of connections", async () => {
  const who = await bank.organization();
  const on = await bank.connect(who.id);
  const caller = { key: who.key, connection: on };
  const ask = (periodo: string) =>
    callTool(bank.app, "banco_a.conexion.sincronizar", { periodo }, caller);
  const pending = async (answer: Answered, code: string) => {
    const listed = await sendFix(fixOf(answer, code), bank, who);
    const { conexiones } = listed.body.data as unknown as {
      conexiones: { id: string; sincronizacionesPendientes: { jobId: string }[] }[];
    };
    expect(conexiones).toMatchObject([{ id: on }]);
    return conexiones[0]?.sincronizacionesPendientes ?? [];
  };
  const { jobId } = (await ask("2025-01")).body.data ?? {};
  const same = await ask("2025-01");
  expect(same.body.error?.details?.["jobId"]).toBe(jobId);
  const one = [{ jobId, periodo: "2025-01", status: "queued" }];
  expect(await pending(same, "connection_sync_in_progress")).toEqual(one);

  const others = Array.from({ length: 11 }, (_, n) => `2025-${String(n + 2).padStart(2, "0")}`);
  for (const periodo of others) expect((await ask(periodo)).status).toBe(200);
  const open = await pending(await ask("2026-01"), "too_many_pending");
  expect(open).toHaveLength(12);
  for (const job of open) await cancelJob(bank.contextOf(who.id), job.jobId);
  const answer = await callTool(bank.app, "conexiones.estado.consultar", {}, { key: who.key });
  expect(answer.body.data?.["conexiones"]).toMatchObject([{ sincronizacionesPendientes: [] }]);
});

test("a login that waits for an approval is retried by a sync", async () => {
  const who = await bank.organization();
  const login = { rut: "12345678-5", clave: "clave-bancoe", empresa: "76555835-2" };
  const on = await bank.connect(who.id, login, "banco_e");
  const fault = { kind: "device_approval_pending", delayMs: 600_000 };
  await bank.sandbox.control("POST", "/portals/banco_e/faults", fault);
  const ended = new AbortController();
  const caller = { key: who.key, connection: on };
  const answer = callTool(bank.app, "banco_e.conexion.verificar", {}, caller).finally(() =>
    ended.abort(),
  );
  while (!ended.signal.aborted) await bank.takeMessages();
  const fix = fixOf(await answer, "connection_session_pending");
  const queued = await sendFix(fix, bank, who);
  expect(queued.body.data).toMatchObject({ status: "queued", jobId: expect.any(String) });
});

test.each([
  ["not_enrolled", "tributario_facturador_not_enrolled"],
  ["type_not_authorized", "tributario_dte_type_not_authorized"],
])("at the preview, %s leads on by a call", async (fault, code) => {
  await scene.fault(fault);
  await accepted(await call("dte.previsualizar", invoice(2_000)), code);
});

test("a refused certificate password is renewed by a link", async () => {
  const previewRef = await preview("dte", invoice(2_100));
  await scene.fault("bad_certificate_password");
  const answer = await call("dte.emitir", { previewRef });
  const link = await accepted(answer, "tributario_signing_material_invalid");
  expect(link).toMatchObject({ modo: "reconectar" });
});

test("an issuer's profile that changed is shown", async () => {
  const on = await scene.connect(owner.id);
  const profile = { actividad: "692000", direccion: "Otra calle 1", ciudad: "Santiago" };
  expect((await call("emisor.configurar", profile, on)).status).toBe(200);
  const answer = await call("dte.previsualizar", invoice(2_200), on);
  const shown = await accepted(answer, "tributario_emitter_profile_changed");
  expect(shown["emisor"]).toMatchObject(profile);
});

test("a preview that the portal would now prepare differently is made again", async () => {
  const previewRef = await preview("dte", invoice(2_300));
  await scene.fault("preview_changed");
  const answer = await call("dte.emitir", { previewRef });
  const made = await accepted(answer, "tributario_preview_changed");
  expect(made["totales"]).toMatchObject({ neto: 2_300 });
});

test.each([
  ["dte", invoice(2_400)],
  ["boleta", { lineas: [{ nombre: "Café", cantidad: 2, precioUnitario: 500 }] }],
  [
    "boleta",
    {
      receptor: { rut: "76177907-9", razonSocial: "Viñedos Aguas Frías SpA" },
      lineas: [{ nombre: "Té", cantidad: 1, precioUnitario: 900 }],
    },
  ],
])("an old preview of a %s is made anew, for its own actor alone", async (kind, input) => {
  const previewRef = await preview(kind, input);
  scene.advance(16 * 60);
  const answer = await call(`${kind}.emitir`, { previewRef });
  const fix = fixOf(answer, "tributario_preview_token_expired");
  const colleague = await scene.key(owner.id, ["tributario:read", "tributario:write"]);
  const asked = { key: colleague.key, connection };
  const theirs = await scene.call(`${kind}.emitir`, { previewRef }, asked);
  expect(theirs.body.error?.code).toBe("tributario_preview_token_expired");
  expect(JSON.stringify(theirs.body.error?.details)).not.toContain("fix");
  const made = await sendFix(fix);
  expect(made.body.data?.["previewRef"]).not.toBe(previewRef);
  const again = { previewRef: made.body.data?.["previewRef"] };
  expect((await call(`${kind}.emitir`, again)).status).toBe(200);
});

test("a preview that was used under another key leads to its document, not to a second one", async () => {
  const previewRef = await preview("dte", invoice(2_450));
  const issued = await call("dte.emitir", { previewRef });
  const again = await call("dte.emitir", { previewRef });
  const shown = await accepted(again, "tributario_preview_token_invalid");
  const { operacionId, folio } = issued.body.data ?? {};
  expect(shown).toMatchObject({ estado: "emitido", operacionId, folio });
});

test("a document that cannot be found leads to the list of those that can", async () => {
  const answer = await call("anulacion.previsualizar", { tipoDte: 39, folio: 41_202 });
  const list = await accepted(answer, "tributario_anulacion_documento_no_encontrado");
  expect(list).toHaveProperty("cobertura");
});

test("an annulled document leads to the annulment, an open one to its settlement", async () => {
  const { folio } = await emit("dte", invoice(2_500));
  const target = { tipoDte: 33, folio };
  const note = await emit("anulacion", target);
  const done = await call("anulacion.previsualizar", target);
  const status = await accepted(done, "tributario_anulacion_ya_emitida");
  expect(status).toMatchObject({ operacionId: note.operacionId });

  const other = { tipoDte: 33, folio: (await emit("dte", invoice(2_600))).folio };
  const previewRef = await preview("anulacion", other);
  await scene.fault("send_dropped", { delayMs: 200 });
  const unknown = await call("anulacion.emitir", { previewRef });
  expect(await accepted(unknown, "tributario_emission_outcome_unknown")).toHaveProperty("estado");
  const open = await call("anulacion.previsualizar", other);
  expect(await accepted(open, "tributario_anulacion_en_curso")).toHaveProperty("estado");
});

test("a call that ran out of time, or is still running, is repeated under its own key, and shown to another", async () => {
  const previewRef = await preview("dte", invoice(2_700));
  const key = randomUUID();
  scene.pause();
  const first = call("dte.emitir", { previewRef }, connection, key);
  const headers = { authorization: `Bearer ${owner.key}` };
  const operation = () => scene.app.request(`/v1/operations/${key}`, { headers });
  await expect.poll(async () => (await operation()).status).toBe(200);
  const running = await call("dte.emitir", { previewRef }, connection, key);
  const other = await call("dte.emitir", { previewRef });
  expect(await accepted(other, "tributario_preview_token_invalid")).toMatchObject({ folio: null });
  const late = fixOf(await first, "timeout");
  const same = fixOf(running, "idempotency_in_progress");
  expect(same).toEqual(late);
  expect(late).toMatchObject({ idempotency_key: key, input: { previewRef } });
  scene.resume();
  // A message received while the pause began is woken again.
  scene.advance(120);
  await scene.housekeeping();
  await expect.poll(async () => (await sendFix(late)).status, { timeout: 90_000 }).toBe(200);
  expect((await sendFix(same)).body.meta["idempotency"]).toBe("replayed");
}, 180_000);

test("an emission, its settlement and its PDF need a live credential, as the search says", async () => {
  const on = await scene.connect(owner.id);
  const { folio, operacionId } = await emit("dte", invoice(2_800), on);
  const line = { nombre: "Café", cantidad: 1, precioUnitario: 700 };
  const lost = await preview("dte", invoice(2_900), on);
  await scene.fault("send_dropped", { delayMs: 200 });
  const unknown = await call("dte.emitir", { previewRef: lost }, on);
  const open = unknown.body.error?.details?.["operacionId"];
  const calls: [string, object][] = [
    ["dte.emitir", { previewRef: await preview("dte", invoice(3_000), on) }],
    ["boleta.emitir", { previewRef: await preview("boleta", { lineas: [line] }, on) }],
    ["anulacion.emitir", { previewRef: await preview("anulacion", { tipoDte: 33, folio }, on) }],
    ["emision.reconciliar", { operacionId: open }],
    ["dte_pdf.obtener", { operacionId }],
  ];
  await updateConnection(scene.deps, on, { credencial: "expirada" });
  await updateConnection(scene.deps, connection, { disabled: true });
  const headers = { authorization: `Bearer ${owner.key}` };
  for (const [tool, input] of calls) {
    const answer = await call(tool, input, on);
    expect([tool, answer.body.error?.code]).toEqual([tool, "connection_credential_required"]);
    const url = `/v1/tools?query=&tool_id=tributario.${tool}`;
    const body = await (await scene.app.request(url, { headers })).json();
    const [hit] = (body as { data: SearchAnswer }).data.results;
    const said = hit?.connections.find(({ id }) => id === on);
    expect([tool, said?.why_not]).toEqual([tool, "connection_credential_required"]);
  }
});

test("every code whose fix is a call was provoked", () => {
  const ofPreviews = ["tributario_preview_token_expired", "tributario_preview_changed"];
  expect([...provoked].toSorted()).toEqual([...Object.keys(fixes), ...ofPreviews].toSorted());
});
