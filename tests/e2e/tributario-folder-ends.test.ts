import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setRecipient, turnFolders } from "#lib/acts/folders/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { asked, beginFolders, codeOf, folderCalls } from "#tests/support/scenes/folder-calls.ts";
import { tributarioScene, type TributarioScene } from "#tests/support/scenes/tributario-scene.ts";

// How a tax folder is kept from going out, and how one that is out is closed.

const recipient = {
  institucion: null,
  nombre: "Arriendos Ñuble",
  correo: "a@example.com",
  entrega: "destinatario_y_servicio",
} as const;

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await tributarioScene();
}, 60_000);
afterAll(() => scene.close());
beforeEach(async () => {
  ({ owner, connection } = await beginFolders(scene, recipient));
});

const { call, made, shown, truth, obtain, close } = folderCalls(() => ({
  scene,
  key: owner.key,
  connection,
}));

describe("what a person decides while it waits for its turn", () => {
  test.each([
    ["turns folders off", "collection_not_enabled", turnOff],
    ["confirms somebody else", "collection_configuration_missing", confirmOther],
  ])(
    "holds: who %s keeps it from being sent",
    async (_act, motivo, decide) => {
      await scene.fault("slow", { delayMs: 3_000 });
      const { body } = await call("carpeta.solicitar", { ...asked, esperarSegundos: 0 });
      await decide();
      const solicitudId = String(body.data?.["solicitudId"]);
      await expect
        .poll(() => shown(solicitudId))
        .toMatchObject({
          estado: "rechazada",
          motivo,
        });
      expect(await truth()).toEqual([]);
    },
    60_000,
  );
});

const turnOff = () => turnFolders(scene.contextOf(owner.id), { on: false });
const confirmOther = () =>
  setRecipient(scene.contextOf(owner.id), { ...recipient, correo: "b@example.com" });

test("one that is being closed when its ninety days end is closed, without a visit", async () => {
  const solicitudId = await made();
  await scene.fault("revoke_unconfirmed", { times: 2 });
  expect(codeOf(await close(solicitudId))).toBe("collection_cleanup_pending");
  scene.advance(92 * 86_400);
  const before = await scene.log();
  await scene.housekeeping();
  expect(await shown(solicitudId)).toMatchObject({ estado: "cerrada" });
  expect(await scene.log()).toMatchObject({ logins: before["logins"] });
  await made();
}, 90_000);

test("a revocation that the portal does not show is pending, and stops the next folder", async () => {
  const solicitudId = await made();
  await scene.fault("revoke_unconfirmed", { times: 2 });
  const idempotencyKey = randomUUID();
  expect(codeOf(await close(solicitudId, { idempotencyKey }))).toBe("collection_cleanup_pending");
  expect(codeOf(await obtain(solicitudId))).toBe("collection_not_found");
  expect(codeOf(await call("carpeta.solicitar", asked))).toBe("collection_cleanup_pending");
  expect(await shown(solicitudId)).toMatchObject({ estado: "cerrando" });
  expect(codeOf(await close(solicitudId, { idempotencyKey }))).toBe("collection_cleanup_pending");
  scene.advance(5 * 60 + 1);
  await scene.housekeeping();
  expect((await close(solicitudId, { idempotencyKey })).body.data).toEqual({ estado: "cerrada" });
  expect(await truth()).toMatchObject([{ revocada: true }]);
  await made();
}, 90_000);
