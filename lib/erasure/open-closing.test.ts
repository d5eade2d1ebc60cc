import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "#lib/db/context.ts";
import { closeAsManager } from "#lib/acts/folders/index.ts";
import { feeLane, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import {
  askFolder,
  folderCaller,
  folderRow,
  type FolderCaller,
} from "#tests/support/scenes/folder-lane.ts";
import { asMember, plantMember } from "#tests/support/scenes/grants.ts";
import { deleteConnection } from "./delete-connection.ts";
import { deleteOrganization } from "./delete-organization.ts";

// A folder that somebody wants closed is closed before the means to do so are deleted.

let lane: FeeLane;
let caller: FolderCaller;
let owner: Context;
let solicitudId: string;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  Object.assign(lane.folders, { made: [], sends: [], revocation: "ignored" });
  caller = await folderCaller(lane);
  const userId = await plantMember(lane.database, caller.id);
  owner = asMember({ ...lane.contextOf(caller.id), db: lane.database.app }, userId);
  const { body } = await askFolder(lane, caller);
  solicitudId = String(body.data?.["solicitudId"]);
  await closeAsManager(caller.admin, solicitudId);
});

test("neither its connection nor its organization is deleted until the portal shows it closed", async () => {
  const operationId = (await folderRow(lane, solicitudId))["operation_id"];
  const open = { kind: "outcome_unknown", operationId };
  expect(await deleteConnection(owner, caller.connection)).toEqual(open);
  expect(await deleteOrganization({ ...owner, vault: lane.deps.vault })).toEqual(open);
  await lane.housekeeping();
  expect(await deleteConnection(owner, caller.connection)).toEqual(open);
  lane.folders.revocation = "done";
  await closeAsManager(caller.admin, solicitudId);
  await lane.housekeeping();
  expect(lane.folders.made).toMatchObject([{ revocada: true }]);
  expect(await deleteConnection(owner, caller.connection)).toEqual({ kind: "deleted" });
});

test("an operator can delete what nobody can close any more", async () => {
  const operator = lane.contextOf(caller.id);
  const abandoned = await deleteConnection(operator, caller.connection, { abandonUnknown: true });
  expect(abandoned).toEqual({ kind: "deleted" });
});
