import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import { closeAsManager } from "#lib/acts/folders/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { feeLane, feeReceipt, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import { askFolder, folderCaller, type FolderCaller } from "#tests/support/scenes/folder-lane.ts";

/* A request belongs to its maker, even if its maker's answer was stored under an Idempotency-Key. */

let lane: FeeLane;
let maker: FolderCaller;
let another: string;
let receipt: unknown;
let folder: unknown;
beforeAll(async () => {
  lane = await feeLane();
  maker = await folderCaller(lane);
  ({ key: another } = await lane.key(maker.id, ["tributario:read", "tributario:write"]));
  const asked = { ...feeReceipt("OC-1"), fecha: todayInSantiago(lane.clock.now()) };
  receipt = (await lane.call("honorarios.solicitar", asked, maker)).body.data?.["solicitudId"];
  folder = (await askFolder(lane, maker)).body.data?.["solicitudId"];
});
afterAll(() => lane.close());

const nothing = { data: { solicitudes: [], cursor: null } };

test.each([
  ["honorarios.consultar", () => ({}), nothing],
  ["carpeta.consultar", () => ({}), nothing],
  ["honorarios.reconciliar", () => ({ solicitudId: receipt }), "honorarios_request_not_found"],
  [
    "honorarios_documento.obtener",
    () => ({ solicitudId: receipt }),
    "honorarios_request_not_found",
  ],
  ["carpeta_documento.obtener", () => ({ solicitudId: folder }), "collection_not_found"],
])("%s tells another credential nothing under its maker's key", async (tool, of, told) => {
  const idempotencyKey = randomUUID();
  const ask = (key: string) => {
    const options = { key, connection: maker.connection, idempotencyKey };
    return callTool(lane.app, `tributario.${tool}`, of(), options);
  };
  const first = await ask(maker.key);
  expect([first.status, first.body.meta["idempotency"]]).toEqual([200, undefined]);
  expect(JSON.stringify(first.body.data)).not.toBe(JSON.stringify(nothing.data));
  const other = await ask(another);
  const expected = typeof told === "string" ? { error: { code: told } } : told;
  expect(other.body).toMatchObject(expected);
  expect(
    await lane.database.owner("select 1 from idempotency_keys where key = $1", [idempotencyKey]),
  ).toEqual([]);
});

test.each([
  ["nobody knows whether one was made", "collection_inconclusive"],
  ["one is being closed", "collection_cleanup_pending"],
])("while %s, only its maker is told which", async (_, code) => {
  const owner = await folderCaller(lane);
  const isLost = code === "collection_inconclusive";
  Object.assign(lane.folders, { fate: isLost ? "drops" : "makes", revocation: "ignored" });
  const { body } = await askFolder(lane, owner, { esperarSegundos: 25 });
  const solicitudId = body.error?.details?.["solicitudId"] ?? body.data?.["solicitudId"];
  if (!isLost) await closeAsManager(owner.admin, String(solicitudId));
  expect((await askFolder(lane, owner, { tipo: "renta" })).body.error).toMatchObject({
    code,
    details: { solicitudId },
  });
  const { key } = await lane.key(owner.id, ["tributario:read", "tributario:write"]);
  const other = await askFolder(lane, { ...owner, key }, { tipo: "renta" });
  expect(other.body.error).toMatchObject({ code, details: null });
});
