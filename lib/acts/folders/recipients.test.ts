import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { feeLane, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import {
  askFolder,
  folderCaller,
  folderRecipient,
  folderRow,
  type FolderCaller,
} from "#tests/support/scenes/folder-lane.ts";
import { refusalOf } from "#tests/support/scenes/grants.ts";
import {
  confirmRecipient,
  proposeRecipient,
  setRecipient,
  withdrawRecipient,
} from "./recipients.ts";
import { folderSettings } from "./show-folders.ts";

let lane: FeeLane;
let caller: FolderCaller;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  caller = await folderCaller(lane);
});

const other = { ...folderRecipient, nombre: "Banco Ñandú", correo: "b@example.com" };

test("withdrawing a confirmed recipient leaves none, not even the previous one", async () => {
  await setRecipient(lane.contextOf(caller.id), other);
  await withdrawRecipient(caller.admin, 2);
  expect(await folderSettings(caller.admin)).toMatchObject({ confirmed: null, proposed: null });
  const { body } = await askFolder(lane, caller);
  expect(body.error).toMatchObject({
    code: "collection_configuration_missing",
    details: { estado: "ninguno" },
  });
});

test("a proposal still waits when the confirmed one is withdrawn", async () => {
  await proposeRecipient(caller.admin, other);
  await withdrawRecipient(caller.admin, 1);
  expect(await folderSettings(caller.admin)).toMatchObject({
    confirmed: null,
    proposed: { revision: 2, name: other.nombre },
  });
});

test("a proposal older than the confirmed one waits no more, and nobody can confirm it", async () => {
  await proposeRecipient(caller.admin, other);
  await proposeRecipient(caller.admin, { ...other, nombre: "Banco Añil" });
  await confirmRecipient(caller.admin, 3);
  expect(await folderSettings(caller.admin)).toMatchObject({
    confirmed: { revision: 3, name: "Banco Añil" },
    proposed: null,
  });
  const older = await refusalOf(confirmRecipient(caller.admin, 2));
  expect(older).toMatchObject({ code: "forbidden" });
});

test("a queued folder is not made for a recipient that was withdrawn meanwhile", async () => {
  lane.hold();
  const { body } = await askFolder(lane, caller);
  await withdrawRecipient(caller.admin, 1);
  await lane.work();
  expect(lane.folders.sends).toHaveLength(0);
  expect(await folderRow(lane, body.data?.["solicitudId"])).toMatchObject({
    state: "rechazada",
    reason: "collection_configuration_missing",
  });
});

test("only an owner or admin can withdraw one, and only the confirmed one", async () => {
  const forbidden = { code: "forbidden" };
  expect(await refusalOf(withdrawRecipient(caller.member, 1))).toMatchObject(forbidden);
  expect(await refusalOf(withdrawRecipient(caller.admin, 2))).toMatchObject(forbidden);
  expect(await folderSettings(caller.admin)).toMatchObject({ confirmed: { revision: 1 } });
});
