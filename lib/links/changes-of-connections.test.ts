import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import { changeConnection, findConnectionDetail } from "#lib/connections/index.ts";
import type { Context } from "#lib/db/context.ts";
import { asMember, plantMember, refusalOf } from "#tests/support/scenes/grants.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { forgetCredential } from "./forget-credential.ts";

let scene: JobScene;
let organizationId: string;
let connection: string;
beforeAll(async () => {
  scene = await jobScene();
  organizationId = (await scene.organization()).id;
});
afterAll(() => scene.close());
beforeEach(async () => {
  connection = await scene.connect(organizationId);
});

/** With the database role of the dashboard: one organization at a time, and no further rights. */
async function as(role: "owner" | "admin" | "member", organization = organizationId) {
  const userId = await plantMember(scene.database, organization, { role });
  const ctx: Context = { ...scene.contextOf(organization), db: scene.database.app };
  return asMember(ctx, userId);
}
const stranger = async () => as("owner", (await scene.organization()).id);

const everything = () =>
  Promise.all(
    ["connections", "credentials", "links", "sync_jobs"].map((table) =>
      scene.database.owner(`select * from ${table} order by 1, 2`),
    ),
  );
const offered = ["movimientos", "saldos"];

async function edit(ctx: Context, change: Partial<Parameters<typeof changeConnection>[2]> = {}) {
  const shown = await findConnectionDetail(scene.contextOf(organizationId), connection);
  const { nombre = "", scopes = [], alcances = [], version = "" } = shown ?? {};
  const was = { nombre, scopes, alcances, version, enabled: true, offered };
  return changeConnection(ctx, connection, { ...was, alcances: ["saldos"], ...change });
}

test("only owners and admins of its organization can change a connection", async () => {
  const before = await everything();
  for (const ctx of [await as("member"), await stranger()]) {
    expect(await refusalOf(edit(ctx))).toMatchObject({ code: "forbidden" });
    expect(
      await refusalOf(forgetCredential({ ...ctx, onJobEnded: emitSyncEnded }, connection)),
    ).toMatchObject({
      code: "forbidden",
    });
  }
  expect(await findConnectionDetail(await stranger(), connection)).toBeNull();
  expect(await everything()).toEqual(before);

  const scopes = ["banco_a:read"];
  const done = await edit(await as("admin"), { nombre: " Cuenta chica ", scopes, enabled: false });
  expect(done).toMatchObject({
    kind: "changed",
    connection: { nombre: "Cuenta chica", scopes, alcances: ["saldos"], estado: "deshabilitada" },
  });
});

test("a disabled connection that is edited keeps the instant since when it is disabled", async () => {
  const admin = await as("admin");
  await edit(admin, { enabled: false });
  const since = (await findConnectionDetail(admin, connection))?.disabledAt;
  scene.clock.advance(60_000);
  const edited = await edit(admin, { nombre: "Otro", enabled: false });
  expect(since).toBeInstanceOf(Date);
  expect(edited).toMatchObject({ connection: { nombre: "Otro", disabledAt: since } });
});

test("of two concurrent edits the second is shown the present state", async () => {
  const admin = await as("admin");
  const version = (await findConnectionDetail(admin, connection))?.version ?? "";
  await edit(admin, { nombre: "Primero" });
  const late = await edit(admin, { nombre: "Segundo", version });
  expect(late).toMatchObject({ kind: "stale", connection: { nombre: "Primero" } });
  expect((await findConnectionDetail(admin, connection))?.nombre).toBe("Primero");
});

test.each([
  ["an empty name", { nombre: "  " }, "too_short"],
  ["a long name", { nombre: "x".repeat(121) }, "too_long"],
  ["another system's scope", { scopes: ["banco_b:read"] }, "invalid_choice"],
  ["a module that it does not have", { alcances: ["dte"] }, "invalid_choice"],
])("%s is refused", async (_what, change, code) => {
  expect(await refusalOf(edit(await as("owner"), change))).toMatchObject({
    code: "validation_error",
    details: { issues: [{ code }] },
  });
});

test("a forgotten credential is removed from the table, with everything it would have led to", async () => {
  const periodo = periodoOf(scene.clock.now());
  const jobId = await scene.request(organizationId, connection, { periodo, alcances: ["saldos"] });
  await forgetCredential({ ...(await as("owner")), onJobEnded: emitSyncEnded }, connection);
  const kept = await scene.database.owner("select 1 from credentials where connection_id = $1", [
    connection,
  ]);
  expect(kept).toEqual([]);
  expect(await findConnectionDetail(await as("owner"), connection)).toMatchObject({
    credencial: "revocada",
    estado: "requiere_credencial",
  });
  expect(await scene.job(jobId)).toMatchObject({ status: "canceled" });
});
