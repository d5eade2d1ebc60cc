import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import { reconcileSchedules, rowSchedules } from "#lib/schedules/index.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import { whatNeedsAPerson } from "./what-needs-a-person.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const hourMs = 3_600_000;
const ago = (hours: number): Date => new Date(api.clock.now().getTime() - hours * hourMs);

/** In the app's role, which sees one organization only. */
const askedBy = (id: string) => whatNeedsAPerson({ ...api.contextOf(id), db: api.database.app });

test("what waits for a person is listed, most urgent first, for its own organization only", async () => {
  const { id, keyId } = await api.organization({ name: "Maule", billing: "past_due" });
  const other = await api.organization({ name: "Otra" });
  const owner = api.database.owner;
  const rejected = await api.connection(id, "banco_a");
  const late = await api.connection(id, "banco_b");
  const fresh = await api.connection(id, "banco_c");
  await owner("update connections set credencial = 'rechazada' where id = $1", [rejected]);
  const schedule =
    "update connections set schedule = $3, ultima_sincronizacion_en = $2 where id = $1";
  await owner(schedule, [late, ago(37), "every 1440 min at 7"]);
  await owner(schedule, [fresh, ago(35), "every 1440 min at 7"]);
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
    ["stale", late, "1440"],
    ["quota", fresh, "85"],
    ["key_ending", keyId, null],
  ]);
  expect(steps).toEqual({ hasConnections: true, hasKeys: true });
  // A share of this month's quota, which another plan does not change.
  await updateOrganization(api.deps, id, { plan: "pro" });
  expect((await askedBy(id)).needs.filter(({ kind }) => kind === "quota")).toMatchObject([
    { id: fresh, detail: "85" },
  ]);
  const nothing = { needs: [], hasConnections: false, hasKeys: true };
  expect(await askedBy(other.id)).toEqual(nothing);
  expect(await askedBy(newId("org", api.clock.now()))).toEqual({ ...nothing, hasKeys: false });
});

test("an unknown outcome is described by its document's type, or by its kind and its request", async () => {
  const { id, keyId } = await api.organization({});
  const preparationId = await plantPreparation(api, id, keyId);
  const of = (subject: string | null, kind: string, tipoDte: number | null) =>
    plantOperation(api, id, { preparationId, state: "unknown" }).then(async (operation) => {
      await api.database.owner(
        "update operations set subject_id = $2, kind = $3, tipo_dte = $4 where id = $1",
        [operation, subject, kind, tipoDte],
      );
      return operation;
    });
  const document = await of(null, "dte", 33);
  await of("hon_1", "honorarios", null);
  await of("hon_2", "honorarios_anulacion", null);
  await of("carp_1", "carpeta", null);
  const { needs } = await askedBy(id);
  const unknown = needs.filter(({ kind }) => kind === "outcome_unknown");
  expect(Object.fromEntries(unknown.map(({ id: about, label }) => [about, label]))).toEqual({
    [document]: "33",
    hon_1: "honorarios",
    hon_2: "honorarios_anulacion",
    carp_1: "carpeta",
  });
  // A person went on without knowing the outcome.
  await api.database.owner("update operations set set_aside_at = $2 where id = $1", [
    document,
    api.clock.now(),
  ]);
  const left = (await askedBy(id)).needs.map(({ id: about }) => about);
  expect(left).toContain("hon_1");
  expect(left).not.toContain(document);
});

test("a disabled endpoint is not listed once its connection is deleted", async () => {
  const { id } = await api.organization({});
  const connection = await api.connection(id, "banco_a");
  await api.database.owner(
    `insert into webhook_endpoints (organization_id, id, url, event_types, secret, connection_id,
      disabled_at, disabled_reason, consecutive_failures, created_at)
     values ($1, 'whk_1', 'https://hooks.maule.example', '{}', '', $2, now(), 'automatic', 9, now())`,
    [id, connection],
  );
  expect((await askedBy(id)).needs).toMatchObject([{ kind: "endpoint_disabled", id: "whk_1" }]);
  await api.database.owner("update connections set deleted_at = now() where id = $1", [connection]);
  expect((await askedBy(id)).needs).toEqual([]);
});

test("each kind is listed however much waits of another, and how many there are", async () => {
  const { id, keyId } = await api.organization({ billing: "past_due" });
  await api.database.owner("update api_keys set expires_at = $2 where id = $1", [keyId, ago(-24)]);
  const like = await api.connection(id, "banco_a");
  await api.database.owner(
    `insert into connections select (jsonb_populate_record(c, jsonb_build_object('id', 'conn_' || n))).*
     from connections c, generate_series(1, 205) n where c.id = $1`,
    [like],
  );
  await api.database.owner(
    "update connections set credencial = 'rechazada' where organization_id = $1",
    [id],
  );
  await plantPreparation(api, id, keyId);

  const { needs } = await askedBy(id);
  const listed = needs.map(({ kind, alike }) => `${kind} of ${alike}`);
  expect(listed).toEqual([
    "confirmation of 1",
    "billing of 1",
    // With the one of the document's own connection.
    ...Array.from({ length: 8 }, () => "credential of 206"),
    "key_ending of 1",
  ]);
});

test.each([
  ["every 360 min at 30", 8.9, false],
  ["every 360 min at 30", 9.1, true],
  ["every 720 min at 30", 9.1, false],
  ["every 720 min at 30", 18.1, true],
  ["paused", 900, false],
  [null, 900, false],
])("with the schedule «%s» data of %d hours ago is late: %s", async (schedule, hours, isLate) => {
  const { id } = await api.organization();
  const connection = await api.connection(id, "banco_a");
  await api.database.owner(
    "update connections set schedule = $2, ultima_sincronizacion_en = $3 where id = $1",
    [connection, schedule, ago(hours)],
  );
  const { needs } = await askedBy(id);
  expect(needs.map(({ kind }) => kind)).toEqual(isLate ? ["stale"] : []);
});

test("the interval is read from a schedule as it is stored", async () => {
  const { id } = await api.organization({ plan: "pro" });
  const connection = await api.connection(id, "banco_a");
  await reconcileSchedules({ ...api.deps, schedules: rowSchedules });
  await api.database.owner("update connections set ultima_sincronizacion_en = $2 where id = $1", [
    connection,
    ago(24),
  ]);
  expect((await askedBy(id)).needs).toMatchObject([{ kind: "stale", detail: "720" }]);
});
