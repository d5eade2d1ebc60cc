import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { plantPreparation } from "#tests/support/planted-preparation.ts";
import { whatNeedsAPerson } from "./what-needs-a-person.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const hourMs = 3_600_000;
const ago = (hours: number): Date => new Date(api.clock.now().getTime() - hours * hourMs);

/** By its role, which meets one organization alone. */
const askedBy = (id: string) => whatNeedsAPerson({ ...api.contextOf(id), db: api.database.app });

test("what waits for a person is told, most urgent first, and to its own organization", async () => {
  const { id, keyId } = await api.organization({ name: "Maule", billing: "past_due" });
  const other = await api.organization({ name: "Otra" });
  const owner = api.database.owner;
  const rejected = await api.connection(id, "banco_a");
  const late = await api.connection(id, "banco_b");
  const fresh = await api.connection(id, "banco_c");
  await owner("update connections set credencial = 'rechazada' where id = $1", [rejected]);
  const schedule =
    "update connections set schedule = 'x', ultima_sincronizacion_en = $2 where id = $1";
  await owner(schedule, [late, ago(37)]);
  await owner(schedule, [fresh, ago(35)]);
  const used = `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
    values ($1, $2, $3, $4, $5)`;
  const month = periodoOf(api.clock.now());
  await owner(used, ["s1", id, fresh, month, 500_000]);
  await owner(used, ["s2", id, fresh, month, 350_000]);
  await owner(used, ["s3", id, late, month, 799_999]);
  const endpoint = `insert into webhook_endpoints (organization_id, id, url, event_types, secret,
      disabled_at, disabled_reason, consecutive_failures, created_at)
    values ($1, $2, 'https://hooks.maule.example', '{}', '', $3, $4, $5, now())`;
  const whk = (n: number): string => `whk_${n}`;
  await owner(endpoint, [id, whk(1), ago(1), "automatic", 9]);
  await owner(endpoint, [id, whk(2), null, null, 3]);
  await owner(endpoint, [id, whk(3), null, null, 2]);
  await owner(endpoint, [id, whk(4), ago(1), "manual", 9]);
  await owner("update api_keys set expires_at = $2 where id = $1", [keyId, ago(-13 * 24)]);
  const preparation = await plantPreparation(api, id, keyId);

  const { needs, ...steps } = await askedBy(id);
  expect(needs.map(({ kind, id: about, detail }) => [kind, about, detail])).toEqual([
    ["confirmation", preparation, null],
    ["billing", null, null],
    ["credential", rejected, "rechazada"],
    ["endpoint_disabled", whk(1), null],
    ["endpoint_failing", whk(2), "3"],
    ["stale", late, null],
    ["quota", fresh, "85"],
    ["key_ending", keyId, null],
  ]);
  expect(steps).toEqual({ hasConnections: true, hasKeys: true });
  const nothing = { needs: [], hasConnections: false, hasKeys: true };
  expect(await askedBy(other.id)).toEqual(nothing);
  expect(await askedBy(newId("org", api.clock.now()))).toEqual({ ...nothing, hasKeys: false });
});
