import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maintainAuditPartitions } from "#lib/audit/index.ts";
import { feeLane, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import {
  askFolder,
  folderCaller,
  folderRow,
  type FolderCaller,
} from "#tests/support/scenes/folder-lane.ts";

// A folder's hours are real ones, its recipient's days are those in Santiago. Instants in UTC, by
// hand: three hours behind in summer, four from 4 April to 4 September 2027.

const minuteMs = 60_000;

let lane: FeeLane;
let caller: FolderCaller;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  Object.assign(lane.folders, { made: [], sends: [], aheadMs: 0, hidden: 0, fate: "makes" });
  caller = await folderCaller(lane);
});

async function moveTo(instant: string): Promise<void> {
  lane.clock.moveTo(new Date(instant));
  await maintainAuditPartitions({ ...lane.deps, db: lane.database.keeper });
}

const obtained = async (solicitudId: unknown): Promise<unknown> => {
  const { status, body } = await lane.call("carpeta_documento.obtener", { solicitudId }, caller);
  return body.error?.code ?? status;
};
const closed = async (solicitudId: unknown): Promise<unknown> => {
  const { body } = await lane.call("carpeta.cerrar", { solicitudId }, caller);
  return body.data?.["estado"] ?? body.error?.code;
};

test.each([
  ["back", "2027-04-03T20:00:00Z", "2027-04-04T20:00:00Z"],
  ["forward", "2027-09-04T20:00:00Z", "2027-09-05T20:00:00Z"],
])("its day is twenty-four hours even when clocks go %s", async (_, from, until) => {
  await moveTo(from);
  const { body } = await askFolder(lane, caller, { vigenciaHoras: 24 });
  const solicitudId = body.data?.["solicitudId"];
  const { created_at: createdAt, expires_at: expiresAt } = await folderRow(lane, solicitudId);
  expect(Number(expiresAt) - Number(createdAt)).toBe(24 * 3_600_000);
  await moveTo(new Date(Date.parse(until) - minuteMs).toISOString());
  expect(await obtained(solicitudId)).toBe(200);
  await moveTo(new Date(Date.parse(until) + minuteMs).toISOString());
  expect(await obtained(solicitudId)).toBe("collection_expired");
  await lane.housekeeping();
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "vencida" });
});

test("it can be closed until the end of its ninetieth day", async () => {
  await moveTo("2027-12-02T15:00:00Z");
  const ids = [];
  for (let made = 0; made < 2; made += 1) {
    ids.push((await askFolder(lane, caller)).body.data?.["solicitudId"]);
  }
  expect(await folderRow(lane, ids[0])).toMatchObject({ consultable_until: "2028-02-29" });
  await moveTo("2028-03-01T02:55:00Z");
  expect(await closed(ids[0])).toBe("cerrada");
  await moveTo("2028-03-01T03:00:00Z");
  expect(await closed(ids[1])).toBe("collection_expired");
});

test("one printed in the hour that comes twice is found by the later of the two", async () => {
  await moveTo("2028-04-02T02:30:00Z");
  Object.assign(lane.folders, { fate: "loses", hidden: 1, aheadMs: 3_600_000 });
  const { body } = await askFolder(lane, caller);
  expect(body.error?.code).toBe("collection_inconclusive");
  Object.assign(lane.folders, { fate: "makes", hidden: 0 });
  lane.advance(3_600);
  await lane.housekeeping();
  const [made] = lane.folders.made;
  expect(await folderRow(lane, body.error?.details?.["solicitudId"])).toMatchObject({
    state: "lista",
    code: made?.codigo,
  });
});
