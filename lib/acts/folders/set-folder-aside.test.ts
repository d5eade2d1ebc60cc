import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FolderOrder } from "#lib/contract/index.ts";
import { feeLane, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import {
  askFolder,
  folderCaller,
  folderRow,
  type FolderCaller,
} from "#tests/support/scenes/folder-lane.ts";
import { refusalOf } from "#tests/support/scenes/grants.ts";
import { make } from "#tests/support/played/folders.ts";
import { setFolderAside } from "./set-folder-aside.ts";
import { showFolder } from "./show-folders.ts";

// A folder whose sending got no answer, and that the portal's list never shows.

let lane: FeeLane;
let caller: FolderCaller;
let key: string;
let solicitudId: string;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  Object.assign(lane.folders, { made: [], sends: [], fate: "drops", hidden: 0, aheadMs: 0 });
  caller = await folderCaller(lane);
  key = randomUUID();
  const { body } = await ask(key);
  expect(body.error?.code).toBe("collection_inconclusive");
  solicitudId = String(body.error?.details?.["solicitudId"]);
});

const ask = (idempotencyKey: string = randomUUID()) =>
  askFolder(lane, { ...caller, idempotencyKey });
const mayBeSetAside = async () =>
  (await showFolder(caller.admin, solicitudId))?.mayBeSetAside ?? null;

function sentOrder(): FolderOrder {
  const [order] = lane.folders.sends;
  if (order === undefined) throw new TypeError("nothing was sent");
  return order;
}

async function passHours(hours: number): Promise<void> {
  lane.advance(hours * 3_600);
  await lane.housekeeping();
}

test("before a look a day later did not find it either, nobody goes on without it", async () => {
  await passHours(21);
  expect(await mayBeSetAside()).toBe(false);
  const early = await refusalOf(setFolderAside(caller.admin, solicitudId));
  expect(early).toMatchObject({ code: "collection_inconclusive" });
  await passHours(9);
  expect(await mayBeSetAside()).toBe(true);
  const member = await refusalOf(setFolderAside(caller.member, solicitudId));
  expect(member).toMatchObject({ code: "forbidden" });
  const stranger = await folderCaller(lane);
  const strange = await refusalOf(setFolderAside(stranger.admin, solicitudId));
  expect(strange).toMatchObject({ code: "collection_not_found" });
});

test("once a person goes on without it another is made, and it stays unknown under its key", async () => {
  await passHours(30);
  expect((await ask()).body.error?.code).toBe("collection_inconclusive");
  await setFolderAside(caller.admin, solicitudId);
  expect(await mayBeSetAside()).toBe(false);
  lane.folders.fate = "makes";
  const { body } = await ask();
  expect(body.data, JSON.stringify(body)).toMatchObject({ estado: "lista" });
  const [made] = lane.folders.made;
  expect(await folderRow(lane, body.data?.["solicitudId"])).toMatchObject({ code: made?.codigo });
  await passHours(12);
  expect((await ask(key)).body.error?.code).toBe("collection_inconclusive");
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "inconclusa", code: null });
  expect(lane.folders.sends).toHaveLength(2);
});

test("set aside and shown after all, it is found by its instant, next to the one made since", async () => {
  const order = sentOrder();
  const sentAt = lane.clock.now();
  await passHours(30);
  await setFolderAside(caller.admin, solicitudId);
  lane.folders.fate = "makes";
  const { body } = await ask();
  expect(body.data).toMatchObject({ estado: "lista" });
  const late = make(lane.folders, order, sentAt);
  await passHours(12);
  // Its hours are over: our copy never existed, and its recipient may look.
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "vencida", code: late.codigo });
});

test("what somebody makes by hand hours later is not taken for it", async () => {
  const order = sentOrder();
  lane.advance(3 * 3_600);
  make(lane.folders, order, lane.clock.now());
  await lane.housekeeping();
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "inconclusa", code: null });
});

test("a portal whose clock is behind ours is believed up to two minutes", async () => {
  const order = sentOrder();
  lane.folders.aheadMs = -119_000;
  const found = make(lane.folders, order, lane.clock.now());
  await passHours(6);
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "lista", code: found.codigo });
});
