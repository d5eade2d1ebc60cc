import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setRecipient, turnFolders } from "#lib/acts/folders/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  answerOf,
  asked,
  beginFolders,
  codeOf,
  folderCalls,
} from "#tests/support/scenes/folder-calls.ts";
import { tributarioScene, type TributarioScene } from "#tests/support/scenes/tributario-scene.ts";

// The tax folder over the real portal's simulation, in Chromium: its truth and counters are the judge.

const recipient = { institucion: null, nombre: "Arriendos Ñuble", correo: "a@example.com" };
const both = { ...recipient, entrega: "destinatario_y_servicio" } as const;

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await tributarioScene();
}, 60_000);
afterAll(() => scene.close());
beforeEach(async () => {
  ({ owner, connection } = await beginFolders(scene, both));
});

const { call, made, shown, truth, obtain, follow, close } = folderCalls(() => ({
  scene,
  key: owner.key,
  connection,
}));

describe("a folder", () => {
  test("is made once for its key, fetched, handed out five times, and closed", async () => {
    const idempotencyKey = randomUUID();
    const first = await call("carpeta.solicitar", asked, { idempotencyKey });
    expect(first.body).toMatchObject({
      data: { estado: "lista" },
      meta: { idempotency: "stored" },
    });
    const again = await call("carpeta.solicitar", asked, { idempotencyKey });
    expect(again.body).toMatchObject({
      data: first.body.data,
      meta: { idempotency: "replayed" },
    });
    const solicitudId = String(first.body.data?.["solicitudId"]);
    const [row] = await truth();
    expect(await truth()).toHaveLength(1);
    expect(row).toMatchObject({
      tipo: "creditos",
      destinatario: recipient.nombre,
      revocada: false,
    });
    expect(await shown(solicitudId)).toMatchObject({
      tipo: "creditos",
      estado: "lista",
      motivo: null,
      destinatario: { nombre: recipient.nombre, correo: "a…@example.com" },
      codigo: row?.["codigo"],
      consultableHasta: row?.["consultableHasta"],
      documento: { descargas: 0 },
    });

    const given = await obtain(solicitudId);
    const pdf = Buffer.from(String(given.body.data?.["contenidoBase64"]), "base64");
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(given.body.data).toMatchObject({ tamanoBytes: pdf.length, descargasRestantes: 4 });
    const linked = await obtain(solicitudId, { entrega: "enlace" });
    const file = () => follow(linked, owner.key);
    expect(Buffer.from(await (await file()).arrayBuffer())).toEqual(pdf);
    expect((await file()).status).toBe(404);
    for (const left of [2, 1, 0]) {
      expect((await obtain(solicitudId)).body.data).toMatchObject({ descargasRestantes: left });
    }
    expect(codeOf(await obtain(solicitudId))).toBe("collection_not_found");
    expect(await shown(solicitudId)).toMatchObject({
      estado: "entregada",
      documento: { descargas: 5 },
    });

    expect((await close(solicitudId)).body.data).toEqual({ estado: "cerrada" });
    expect((await close(solicitudId)).body.data).toEqual({ estado: "cerrada" });
    expect(await truth()).toMatchObject([{ revocada: true }]);
    expect(codeOf(await obtain(solicitudId))).toBe("collection_not_found");
    const kept = "select sealed from operation_files where octet_length(sealed) > 0";
    expect(await scene.database.owner(kept)).toEqual([]);
    expect(await scene.log()).toMatchObject({ folders: 1, folders_revoked: 1, max_sessions: 1 });
  }, 60_000);

  test("of the chosen kind goes to an institution of the list, and to nobody's hands here", async () => {
    const institution = { institucion: "104", nombre: "Banco Ñandú", correo: "b@example.com" };
    await setRecipient(scene.contextOf(owner.id), { ...institution, entrega: "destinatario" });
    const parts = { conPropiedades: false, conHonorarios: true, periodosIva: 1, aniosRenta: 0 };
    const solicitudId = await made({ tipo: "personalizada", ...parts });
    expect(await truth()).toMatchObject([{ tipo: "personalizada", destinatario: "Banco Ñandú" }]);
    expect(codeOf(await obtain(solicitudId))).toBe("collection_scope_forbidden");
    expect(await shown(solicitudId)).toMatchObject({ documento: null });
    expect(await scene.database.owner("select 1 from operation_files")).toEqual([]);
  }, 60_000);

  test("is its maker's alone", async () => {
    const solicitudId = await made();
    const { key } = await scene.key(owner.id, ["tributario:read", "tributario:write"]);
    for (const answer of [
      await obtain(solicitudId, {}, { key }),
      await close(solicitudId, { key }),
      await call("carpeta.consultar", { solicitudId }, { key }),
    ]) {
      expect(codeOf(answer)).toBe("collection_not_found");
    }
    const { body } = await call("carpeta.consultar", {}, { key });
    expect(body.data).toEqual({ solicitudes: [], cursor: null });
    const taken = await follow(await obtain(solicitudId, { entrega: "enlace" }), key);
    expect([taken.status, codeOf(await answerOf(taken))]).toEqual([
      403,
      "collection_scope_forbidden",
    ]);
  }, 60_000);

  test("is over here when its hours are, and over for closing after ninety days", async () => {
    const solicitudId = await made({ vigenciaHoras: 1 });
    scene.advance(3_601);
    expect(codeOf(await obtain(solicitudId))).toBe("collection_expired");
    await scene.housekeeping();
    expect(await shown(solicitudId)).toMatchObject({ estado: "vencida" });
    const kept = "select sealed from operation_files where octet_length(sealed) > 0";
    expect(await scene.database.owner(kept)).toEqual([]);
    expect(await truth()).toMatchObject([{ revocada: false }]);
    scene.advance(91 * 86_400);
    expect(codeOf(await close(solicitudId))).toBe("collection_expired");
  }, 60_000);
});

describe("before anything is sent", () => {
  test("a fresh organization, and one whose recipient nobody confirmed, are told so", async () => {
    const ctx = scene.contextOf(owner.id);
    await setRecipient(ctx, null);
    const missing = await call("carpeta.solicitar", asked);
    expect(missing.body.error).toMatchObject({
      code: "collection_configuration_missing",
      details: { estado: "ninguno" },
    });
    const proposal = {
      otroNombre: "Arriendos",
      correo: "a@example.com",
      entrega: "destinatario",
    };
    const proposed = await call("carpeta_destinatario.configurar", proposal);
    expect(proposed.body.data).toEqual({ estado: "pendiente", revision: 2 });
    const again = await call("carpeta_destinatario.configurar", proposal);
    expect(again.body.data).toEqual(proposed.body.data);
    const pending = await call("carpeta.solicitar", asked);
    expect(pending.body.error).toMatchObject({
      code: "collection_configuration_missing",
      details: { estado: "pendiente" },
    });
    await turnFolders(ctx, { on: false });
    for (const [tool, input] of [
      ["carpeta.solicitar", asked],
      ["carpeta_destinatario.configurar", proposal],
    ] as const) {
      expect(codeOf(await call(tool, input))).toBe("collection_not_enabled");
    }
    // As the guide says, what was made before can still be read.
    expect((await call("carpeta.consultar", {})).status).toBe(200);
    expect(await scene.log()).toMatchObject({ folders: 0 });
  });

  test("one that a portal does not let in is rejected, under its key, and another may follow", async () => {
    await scene.fault("unavailable", { times: 10 });
    const idempotencyKey = randomUUID();
    const refused = await call("carpeta.solicitar", asked, { idempotencyKey });
    expect(refused.body.data).toMatchObject({ estado: "rechazada" });
    await scene.sandbox.control("DELETE", "/portals/tributario/faults");
    const again = await call("carpeta.solicitar", asked, { idempotencyKey });
    expect(again.body.data).toEqual(refused.body.data);
    await made();
    expect(await truth()).toHaveLength(1);
  }, 60_000);

  test("a page with another layout is not filled in", async () => {
    await scene.fault("layout_changed", { times: 5 });
    const { body } = await call("carpeta.solicitar", asked);
    expect(body.data).toMatchObject({ estado: "rechazada" });
    const solicitudId = String(body.data?.["solicitudId"]);
    expect(await shown(solicitudId)).toMatchObject({ motivo: "upstream_unexpected_response" });
    expect(await truth()).toEqual([]);
  }, 60_000);
});

describe("at the sending", () => {
  test("a refusal that the list does not contradict is the end of it", async () => {
    await scene.fault("send_rejected");
    const { body } = await call("carpeta.solicitar", asked);
    expect(body.data).toMatchObject({ estado: "rechazada" });
    expect(await truth()).toEqual([]);
  }, 60_000);

  test("a lost answer is found in the list, without its document", async () => {
    await scene.fault("send_lost", { delayMs: 100 });
    const solicitudId = await made();
    expect(await truth()).toHaveLength(1);
    expect(await shown(solicitudId)).toMatchObject({ documento: null });
    expect(codeOf(await obtain(solicitudId))).toBe("collection_not_found");
    expect((await close(solicitudId)).body.data).toEqual({ estado: "cerrada" });
  }, 60_000);

  test("no word and nothing listed is inconclusive for every call, until the list is not late", async () => {
    await scene.fault("send_lost", { delayMs: 100 });
    await scene.fault("issued_list_late", { delayMs: 600_000 });
    const idempotencyKey = randomUUID();
    const first = await call("carpeta.solicitar", asked, { idempotencyKey });
    expect(codeOf(first)).toBe("collection_inconclusive");
    const solicitudId = String(first.body.error?.details?.["solicitudId"]);
    const other = { ...asked, tipo: "renta" };
    for (const answer of [
      await call("carpeta.solicitar", asked, { idempotencyKey }),
      await call("carpeta.solicitar", other),
      await obtain(solicitudId),
      await close(solicitudId),
    ]) {
      expect(codeOf(answer)).toBe("collection_inconclusive");
    }
    expect(await truth()).toHaveLength(1);
    await scene.sandbox.control("DELETE", "/portals/tributario/faults");
    scene.advance(60);
    const settled = await call("carpeta.solicitar", asked, { idempotencyKey });
    expect(settled.body.data).toMatchObject({ solicitudId, estado: "lista" });
    expect(await truth()).toHaveLength(1);
  }, 90_000);

  test("what never arrived stays inconclusive, and nothing is sent again", async () => {
    await scene.fault("send_dropped", { delayMs: 100 });
    const idempotencyKey = randomUUID();
    for (const _ of [1, 2]) {
      const answer = await call("carpeta.solicitar", asked, { idempotencyKey });
      expect(codeOf(answer)).toBe("collection_inconclusive");
      scene.advance(60);
    }
    expect(await truth()).toEqual([]);
  }, 60_000);
});

describe("a document", () => {
  test.each([
    ["pdf_html", "collection_document_invalid", null],
    ["pdf_encrypted", "collection_document_invalid", null],
    ["pdf_empty", "collection_document_invalid", null],
    ["pdf_large", "collection_document_too_large", { limitBytes: 10_485_760 }],
  ])(
    "%s is not kept: %s",
    async (kind, code, details) => {
      await scene.fault(kind);
      const solicitudId = await made();
      expect(await shown(solicitudId)).toMatchObject({ motivo: code, documento: null });
      expect((await obtain(solicitudId)).body.error).toMatchObject({ code, details });
      expect(await scene.database.owner("select 1 from operation_files")).toEqual([]);
    },
    60_000,
  );

  test("of another taxpayer is destroyed, and the folder closed at once", async () => {
    await scene.fault("pdf_other");
    const { body } = await call("carpeta.solicitar", asked);
    const solicitudId = String(body.data?.["solicitudId"]);
    expect(body.data).toMatchObject({ estado: "cerrando" });
    expect(codeOf(await obtain(solicitudId))).toBe("collection_identity_mismatch");
    await scene.housekeeping();
    expect((await close(solicitudId)).body.data).toEqual({ estado: "cerrada" });
    expect(await truth()).toMatchObject([{ revocada: true }]);
    expect(codeOf(await obtain(solicitudId))).toBe("collection_identity_mismatch");
  }, 60_000);

  test("that takes its time is waited for", async () => {
    await scene.fault("pdf_late", { times: 2 });
    expect(await shown(await made())).toMatchObject({ documento: { descargas: 0 } });
  }, 60_000);
});
