import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { feeLane, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import {
  askFolder,
  folderCaller,
  folderRecipient,
  folderRow,
  type FolderCaller,
} from "#tests/support/scenes/folder-lane.ts";
import { issuesIn } from "#tests/support/refusal.ts";
import { refusalOf } from "#tests/support/scenes/grants.ts";
import { closeAsManager } from "./close-as-manager.ts";
import { setRecipient } from "./recipients.ts";
import { takeAsManager } from "./show-folders.ts";

// The most sensitive file in the service: stored only where it was to be delivered here, and not
// for long.

let lane: FeeLane;
let caller: FolderCaller;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  Object.assign(lane.folders, { made: [], sends: [], documents: "own", revocation: "done" });
  caller = await folderCaller(lane);
});

async function made(): Promise<unknown> {
  const { body } = await askFolder(lane, caller);
  expect(body.data, JSON.stringify(body)).toBeDefined();
  return body.data?.["solicitudId"];
}

const obtained = async (solicitudId: unknown): Promise<unknown> => {
  const { status, body } = await lane.call("carpeta_documento.obtener", { solicitudId }, caller);
  return body.error?.code ?? status;
};

/** How many bytes of it are stored sealed; null if it was never here. */
async function kept(): Promise<unknown> {
  const query = `select length(sealed) as bytes from operation_files where organization_id = $1`;
  return (await lane.database.owner(query, [caller.id]))[0]?.["bytes"] ?? null;
}

test("of ten who take it at once five get it", async () => {
  const solicitudId = await made();
  const answers = await Promise.all(Array.from({ length: 10 }, () => obtained(solicitudId)));
  const count = (wanted: unknown): number => answers.filter((one) => one === wanted).length;
  expect([count(200), count("collection_not_found")]).toEqual([5, 5]);
  expect(await folderRow(lane, solicitudId)).toMatchObject({ downloads: 5, state: "entregada" });
});

test("one only for its recipient is never stored here", async () => {
  await setRecipient(lane.contextOf(caller.id), { ...folderRecipient, entrega: "destinatario" });
  const solicitudId = await made();
  expect(await obtained(solicitudId)).toBe("collection_scope_forbidden");
  expect(await kept()).toBeNull();
});

test("nothing is left of it from the moment somebody wants it closed", async () => {
  const solicitudId = await made();
  expect(await kept()).toBeGreaterThan(0);
  lane.folders.revocation = "ignored";
  await closeAsManager(caller.admin, String(solicitudId));
  expect(await kept()).toBe(0);
});

test("who takes it while it is being closed gets nothing, and it stays closed", async () => {
  const solicitudId = String(await made());
  const { vault } = lane.deps;
  const closing: typeof vault = {
    ...vault,
    open: async (place, sealed) => {
      const bytes = await vault.open(place, sealed);
      await closeAsManager(caller.admin, solicitudId);
      return bytes;
    },
  };
  const taking = takeAsManager({ ...caller.admin, vault: closing }, solicitudId);
  expect(await refusalOf(taking)).toMatchObject({ code: "collection_not_found" });
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "cerrando", downloads: 0 });
});

test("one that names somebody else is not stored, and its folder is closed at once", async () => {
  lane.folders.documents = "another";
  const solicitudId = await made();
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "cerrando" });
  expect(await obtained(solicitudId)).toBe("collection_identity_mismatch");
  expect(await kept()).toBeNull();
  await lane.housekeeping();
  expect(await folderRow(lane, solicitudId)).toMatchObject({ state: "cerrada" });
  expect(lane.folders.made).toMatchObject([{ revocada: true }]);
});

test("while one is to be closed no other is made for the connection", async () => {
  const solicitudId = await made();
  lane.folders.revocation = "ignored";
  await closeAsManager(caller.admin, String(solicitudId));
  const { body } = await askFolder(lane, caller, { tipo: "renta" });
  expect(body.error).toMatchObject({
    code: "collection_cleanup_pending",
    details: { solicitudId },
  });
  expect(lane.folders.sends).toHaveLength(1);
});

test("a page continues with the filters that it began with, and with no others", async () => {
  for (let n = 0; n < 2; n += 1) await made();
  const list = async (input: object) => lane.call("carpeta.consultar", input, caller);
  const { body } = await list({ limit: 1 });
  const cursor = body.data?.["cursor"];
  expect((await list({ limit: 1, cursor })).body.data).toMatchObject({ cursor: null });
  const other = await list({ limit: 1, cursor, estado: "rechazada" });
  expect(issuesIn(other)).toMatchObject([{ path: ["cursor"], code: "wrong_format" }]);
});
