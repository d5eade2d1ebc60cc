import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { acts } from "#functions/workers/acts.ts";
import { dropHold, untilRestored } from "#lib/operator/index.ts";
import { beginRestore } from "#lib/restore/index.ts";
import { feeLane, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import {
  askFolder,
  folderCaller,
  folderRecipient,
  folderRow,
  type FolderCaller,
} from "#tests/support/scenes/folder-lane.ts";
import { connectIssuer } from "#tests/support/planted/issuer.ts";
import { make } from "#tests/support/played/folders.ts";

// A tax folder that waited at the point to which a database was restored may have been made since.

let lane: FeeLane;
let caller: FolderCaller;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  lane.folders.made.length = 0;
  await dropHold(lane.deps, { kind: "emissions", subject: untilRestored });
  caller = await folderCaller(lane);
});

const order = { tipo: "creditos", partes: null, destinatario: folderRecipient } as const;
const makeOne = () => make(lane.folders, order, lane.clock.now());

/** Asks for one that no worker takes any more: the database of the point has it so. */
async function waiting(connection: string): Promise<unknown> {
  lane.hold();
  const { body } = await askFolder(lane, { ...caller, connection, idempotencyKey: randomUUID() });
  expect(body.data).toMatchObject({ estado: "pendiente" });
  return body.data?.["solicitudId"];
}

/** A dump is restored hours later, and then it is looked for. */
async function restore(): Promise<void> {
  lane.advance(3 * 3_600);
  await beginRestore({ ...lane.deps, db: lane.database.keeper }, acts);
  await lane.work();
  for (let looks = 0; looks < 2; looks += 1) {
    lane.advance(61);
    await lane.housekeeping();
  }
}

test("one that was made after the point is found by the list", async () => {
  const id = await waiting(caller.connection);
  lane.advance(60);
  const { codigo } = makeOne();
  await restore();
  expect(await folderRow(lane, id)).toMatchObject({ state: "lista", code: codigo });
});

test("one that another connection of the company had made is not it", async () => {
  const { body } = await askFolder(lane, { ...caller, idempotencyKey: randomUUID() });
  expect(body.data).toMatchObject({ estado: "lista" });
  lane.advance(60);
  const [row] = await lane.database.owner("select rut from connections where id = $1", [
    caller.connection,
  ]);
  const id = await waiting(await connectIssuer(lane, caller.id, String(row?.["rut"])));
  lane.advance(60);
  const { codigo } = makeOne();
  await restore();
  expect(await folderRow(lane, id)).toMatchObject({ state: "lista", code: codigo });
});
