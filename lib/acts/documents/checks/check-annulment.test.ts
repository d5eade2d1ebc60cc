import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { withTx } from "#lib/db/context.ts";
import { checkAnnulment } from "./check-annulment.ts";

let api: TestApi;
let organizationId: string;
beforeAll(async () => {
  api = await testApi();
  ({ id: organizationId } = await api.organization());
  await plantRow(api.database, { name: "preparations", owner: "organization_id" }, organizationId);
});
afterAll(() => api.close());

const copy = `insert into preparations
  select (jsonb_populate_record(null::preparations, to_jsonb(p) || jsonb_build_object(
    'id', $1::text, 'document_hash', $2::text, 'target', '33|120', 'state', 'pending',
    'expires_at', $3::timestamptz))).*
  from (select * from preparations limit 1) p`;

const check = (): Promise<void> =>
  api.database
    .owner("select connection_id from preparations limit 1")
    .then(([row]) =>
      withTx(api.contextOf(organizationId), (tx) =>
        checkAnnulment(tx, String(row?.["connection_id"]), "33|120"),
      ),
    );

test("a preview that the portal never prepared hides none that it did prepare", async () => {
  const later = new Date(api.clock.now().getTime() + 600_000);
  await api.database.owner("update preparations set target = null");
  await api.database.owner("set session_replication_role = replica");
  await api.database.owner(copy, ["prv_a", null, later]);
  await expect(check()).resolves.toBeUndefined();
  await api.database.owner(copy, ["prv_b", "hash", later]);
  // Whichever of them is found first.
  for (const first of ["prv_a", "prv_b"]) {
    await api.database.owner("update preparations set state = state where id = $1", [first]);
    await expect(check()).rejects.toMatchObject({
      code: "tributario_anulacion_en_curso",
      details: { previewRef: "prv_b" },
    });
  }
});

test("a preview that a person rejected blocks no other", async () => {
  await api.database.owner("update preparations set rejected_by = 'usr_x' where id = 'prv_b'");
  await expect(check()).resolves.toBeUndefined();
});
