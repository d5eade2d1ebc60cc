import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { eraseDeleted } from "#lib/erasure/index.ts";
import { reconcileSchedules, rowSchedules } from "#lib/schedules/index.ts";
import { admin } from "#tests/support/scenes/admin.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";
import { columnsWith, markRowsOf, rowsWithout } from "#tests/support/databases/marked-rows.ts";

/* A customer leaves: what the operator exports, and what remains. */

const mark = "marcadoÑandú";
const ofOthers = "marcadoAjeno";
const clave = "la-clave-del-portal";
const minuteMs = 60_000;

let scene: DashboardScene;
let folder: string;
beforeAll(async () => {
  scene = await dashboardScene();
  folder = await mkdtemp(join(tmpdir(), "leaving-"));
  const { api, organizationId, connectionId, bareOrganizationId } = scene;
  const ctx = { ...api.deps, ...api.contextOf(organizationId) };
  const given = { organizationId, connectionId, connector: "banco_a" };
  const fields = { rut: "12345678-5", clave };
  await withTx(ctx, (tx) => storeCredential({ ...ctx, ...tx }, { ...given, fields }));
  await api.connection(bareOrganizationId, "banco_a");
  await api.database.owner("update organizations set deletes_at = null");
  expect(await markRowsOf(api.database, bareOrganizationId, ofOthers)).toBeGreaterThan(60);
  expect(await markRowsOf(api.database, organizationId, mark)).toBeGreaterThan(60);
});
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true });
});

const command = (verb: string, ...options: string[]) => {
  const { api, organizationId } = scene;
  return admin(api, ["organization", verb, organizationId, "--reason", "it leaves", ...options]);
};

interface Manifest {
  organization: string;
  files: { file: string; table: string; rows: number; sha256: string }[];
}

test("the export has all of its rows and nobody else's, no secret, and can be checked", async () => {
  const { api, organizationId } = scene;
  const out = join(folder, "export");
  const { code, stderr } = await command("export", "--out", out);
  expect(code, stderr).toBe(0);
  const manifest = JSON.parse(await readFile(join(out, "manifest.json"), "utf8")) as Manifest;
  expect(manifest.organization).toBe(organizationId);
  const names = manifest.files.map(({ file }) => file);
  expect((await readdir(out)).toSorted()).toEqual([...names, "manifest.json"].toSorted());
  expect(names.filter((name) => /^records\.[\w.]+\.ndjson$/.test(name))).not.toEqual([]);

  let all = "";
  const rows: Record<string, number> = {};
  for (const { file, table, sha256, rows: counted } of manifest.files) {
    const text = await readFile(join(out, file), "utf8");
    expect(createHash("sha256").update(text).digest("hex")).toBe(sha256);
    const lines = text.split("\n").filter((line) => line !== "");
    expect(lines.length, file).toBe(counted);
    for (const line of lines) JSON.parse(line);
    rows[table] = (rows[table] ?? 0) + counted;
    all += text;
    expect((await stat(join(out, file))).mode & 0o077).toBe(0);
  }
  for (const [table, counted] of Object.entries(rows)) {
    const owner = table === "organizations" ? "id" : "organization_id";
    const [stored] = await api.database.owner(
      `select count(*)::int as n from ${table} where ${owner} = $1`,
      [organizationId],
    );
    expect([table, counted]).toEqual([table, stored?.["n"]]);
  }
  expect(all).toContain(mark);
  expect(all).not.toContain(ofOthers);
  expect(all).not.toContain(scene.bareOrganizationId);
  const secrets = await api.database.owner(
    `select encode(hash, 'hex') as hex from api_keys
     union all select encode(sealed, 'hex') from credentials`,
  );
  expect(secrets.length).toBeGreaterThan(3);
  const found = secrets.filter(({ hex }) => all.includes(String(hex)));
  expect(found).toEqual([]);
  expect(all).not.toContain(clave);
  expect(await command("export", "--out", out)).toMatchObject({ code: 1 });
});

test("within the hour only its tombstone, ledger and records remain; another organization is intact", async () => {
  const { api, organizationId, full } = scene;
  const { database, clock } = api;
  expect(await command("delete", "--confirm", organizationId)).toMatchObject({ code: 1 });
  const rehearsal = await command("delete", "--abandon-unknown", "--dry-run");
  expect(rehearsal).toMatchObject({ code: 0, answer: { rehearsed: true } });
  const reconcile = () => reconcileSchedules({ ...api.deps, schedules: rowSchedules });
  await reconcile();
  const others = await rowsWithout(database, organizationId);
  const deleted = await command("delete", "--abandon-unknown", "--confirm", organizationId);
  expect(deleted.code, deleted.stderr).toBe(0);
  const days =
    (Date.parse(String(deleted.answer["backupsForgetAt"])) - clock.now().getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(35);

  const erase = () => eraseDeleted({ ...api.deps, db: database.keeper });
  await erase();
  await reconcile();
  for (let run = 0; run < 2; run += 1) {
    clock.advance(16 * minuteMs);
    await erase();
  }
  const ledger =
    /^(?:audit|connections|login_attempts|operation_evidence|operations|preparations)\./;
  const found = await columnsWith(database, mark);
  expect(found.filter((name) => !ledger.test(name))).toEqual([]);
  const [tombstone] = await database.owner(
    "select name, erased_at from organizations where id = $1",
    [organizationId],
  );
  expect(tombstone).toEqual({ name: "", erased_at: expect.any(Date) });
  expect(await rowsWithout(database, organizationId)).toEqual(others);
  expect(await database.owner("select email from auth.user where email = $1", [full.mail])).toEqual(
    [{ email: full.mail }],
  );
  const gone = await command("show");
  expect(gone.code).toBe(2);
  expect(await admin(api, ["organization", "show", organizationId])).toMatchObject({ code: 1 });
});
