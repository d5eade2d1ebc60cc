import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { feeLane, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import {
  askFolder,
  folderCaller,
  folderRow,
  type FolderCaller,
} from "#tests/support/scenes/folder-lane.ts";
import { refusalOf } from "#tests/support/scenes/grants.ts";
import { closeAsManager } from "./close-as-manager.ts";

let lane: FeeLane;
let caller: FolderCaller;
let solicitudId: string;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  Object.assign(lane.folders, { made: [], sends: [], revocations: 0, revocation: "done" });
  caller = await folderCaller(lane);
  const { body } = await askFolder(lane, caller);
  solicitudId = String(body.data?.["solicitudId"]);
  expect(body.data, JSON.stringify(body)).toMatchObject({ estado: "lista" });
});

test("an admin closes what a key requested: our copy goes at once, the portal within a minute", async () => {
  await closeAsManager(caller.admin, solicitudId);
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "cerrando" });
  const obtained = await lane.call("carpeta_documento.obtener", { solicitudId }, caller);
  expect(obtained.body.error?.code).toBe("collection_not_found");
  await lane.housekeeping();
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "cerrada" });
  expect(lane.folders).toMatchObject({ revocations: 1, made: [{ revocada: true }] });
  // Doing it twice does no harm.
  await closeAsManager(caller.admin, solicitudId);
  await lane.housekeeping();
  expect(lane.folders.revocations).toBe(1);
});

test("one whose next try is an hour away is tried again at once", async () => {
  lane.folders.revocation = "ignored";
  await closeAsManager(caller.admin, solicitudId);
  for (const minutes of [0, 20]) {
    lane.advance(minutes * 60);
    await lane.housekeeping();
  }
  const tried = lane.folders.revocations;
  lane.folders.revocation = "done";
  await lane.housekeeping();
  expect(lane.folders.revocations).toBe(tried);
  await closeAsManager(caller.admin, solicitudId);
  await lane.housekeeping();
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "cerrada" });
});

test("a member cannot, a stranger's is unknown, and an ended one is reported as such", async () => {
  expect(await refusalOf(closeAsManager(caller.member, solicitudId))).toMatchObject({
    code: "forbidden",
  });
  const stranger = await folderCaller(lane);
  expect(await refusalOf(closeAsManager(stranger.admin, solicitudId))).toMatchObject({
    code: "collection_not_found",
  });
  await lane.database.owner("update tax_folder_requests set consultable_until = $2 where id = $1", [
    solicitudId,
    "2026-01-01",
  ]);
  expect(await refusalOf(closeAsManager(caller.admin, solicitudId))).toMatchObject({
    code: "collection_expired",
  });
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "lista" });
});
