import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { CallRecords } from "#lib/audit/index.ts";
import { updateOrganization, type PlanName } from "#lib/identity/index.ts";
import type { TestApi } from "#tests/support/scenes/api.ts";
import { march, quotaScene } from "#tests/support/scenes/quota-scene.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

type Scene = Awaited<ReturnType<typeof quotaScene>>;
const read = "prueba.movimientos.consultar";
const emit = "prueba.documento.emitir";

let api: TestApi;
let appAt: Scene["appAt"];
let caller: Scene["caller"];
let callsOf: Scene["callsOf"];
let use: Scene["use"];
beforeAll(async () => {
  ({ api, appAt, caller, callsOf, use } = await quotaScene());
});
afterAll(() => api.close());

test("every call of 64 callers at once is counted, none twice", async () => {
  const { connection, call } = await caller();
  const app = appAt(march);
  const answers = await Promise.all(Array.from({ length: 64 }, () => call(read, {}, {}, app)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(64);
  expect(await callsOf(connection)).toEqual({ "2027-03": 64 });
  for (let n = 0; n < 8; n++) await call(read, {}, {}, app);
  expect(await callsOf(connection)).toEqual({ "2027-03": 72 });
});

/** Loses a connection once, at a statement of this name, after it has run or instead. */
function losing({ db }: TestApi["appDeps"], name: string, isRun: boolean): typeof db {
  let left = 1;
  return {
    orm: db.orm,
    run: async (statement, values) => {
      const isLost = statement.name === name && left-- > 0;
      const rows = isLost && !isRun ? [] : await db.run<never>(statement, values);
      if (isLost) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      return rows;
    },
    transaction: (...given) => db.transaction(...given),
    close: () => db.close(),
  };
}

/** Records that wait for each other: the first is written, and all the others go together. */
class Gathered extends CallRecords {
  readonly #all = Promise.withResolvers<void>();
  #missing: number;

  constructor(calls: number) {
    super();
    this.#missing = calls;
  }

  override async add(...given: Parameters<CallRecords["add"]>): Promise<void> {
    this.#missing -= 1;
    if (this.#missing <= 0) this.#all.resolve();
    await this.#all.promise;
    return super.add(...given);
  }
}

test.each([
  ["behind the record of one", "audit.record", true, 0],
  ["before it", "audit.record", false, 0],
  ["behind the record of many", "audit.record_together", true, 0],
  ["before it", "audit.record_together", false, 0],
  ["behind the record of one among the last", "audit.record_last", true, 990],
])("a call is counted once when its connection is lost %s", async (_when, name, isRun, used) => {
  const { organization, connection, call } = await caller();
  await use(connection, organization.id, "2027-03", used);
  const calls = used === 0 ? 20 : 1;
  const app = createApi({
    ...api.appDeps,
    clock: { now: () => new Date(march) },
    db: losing(api.appDeps, name, isRun),
    callRecords: new Gathered(calls),
  });
  const answers = await Promise.all(Array.from({ length: calls }, () => call(read, {}, {}, app)));
  const unheard = name === "audit.record_together" ? 19 : 1;
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(unheard);
  expect(await callsOf(connection)).toEqual({ "2027-03": used + calls });
});

test("consecutive callers share a slot", async () => {
  const { connection, call } = await caller();
  for (let n = 0; n < 5; n++) await call(read, {}, {}, appAt(march));
  const slots = "select calls from usage_slots where connection_id = $1";
  expect(await api.database.owner(slots, [connection])).toEqual([{ calls: 5 }]);
});

test("a caller does not wait for another one's commit", async () => {
  const { connection, call } = await caller();
  await call(read, {}, {}, appAt(march));
  await api.database.owner("begin");
  try {
    const held = await api.database.owner(
      "select id from usage_slots where connection_id = $1 for update",
      [connection],
    );
    expect(held).toHaveLength(1);
    expect((await call(read, {}, {}, appAt(march))).status).toBe(200);
  } finally {
    await api.database.owner("rollback");
  }
  expect(await callsOf(connection)).toEqual({ "2027-03": 2 });
});

test("a connection's call number 1,001 is refused while the others continue", async () => {
  const { organization, connection, call } = await caller();
  await use(connection, organization.id, "2027-03", 999);
  expect((await call(read, {}, {}, appAt(march))).status).toBe(200);

  const refused = await call(read, {}, {}, appAt(march));
  expectRefusal(refused, "quota_exceeded");
  expect(refused.body.error?.details).toEqual({
    limit: 1_000,
    periodo: "2027-03",
    connection_id: connection,
  });
  expect(await callsOf(connection)).toEqual({ "2027-03": 1_000 });

  const other = await api.connection(organization.id, "prueba");
  expect((await call(read, {}, { connection: other }, appAt(march))).status).toBe(200);
});

test("another plan does not change the month's quota: the next month has its own", async () => {
  const { organization, connection, call } = await caller();
  const told = async (instant: string, together = 1): Promise<unknown[]> => {
    const app = appAt(instant);
    const answers = Array.from({ length: together }, () => call(read, {}, {}, app));
    const ends = (await Promise.all(answers)).map(({ status, body }) =>
      status === 200 ? 200 : body.error?.details?.["limit"],
    );
    return [...new Set(ends)];
  };
  const change = (instant: string, plan: PlanName) =>
    updateOrganization({ ...api.deps, clock: { now: () => new Date(instant) } }, organization.id, {
      plan,
    });
  await use(connection, organization.id, "2027-03", 1_000);
  await use(connection, organization.id, "2027-04", 1_000);
  expect(await told(march)).toEqual([1_000]);
  await change("2027-03-10T13:00:00.000Z", "pro");
  expect(await told("2027-03-10T14:00:00.000Z")).toEqual([1_000]);
  expect(await told("2027-03-10T14:00:00.000Z", 20)).toEqual([1_000]);
  await change("2027-03-11T12:00:00.000Z", "business");
  // The last second of March in Santiago, and the first of April.
  expect(await told("2027-04-01T02:59:59.000Z")).toEqual([1_000]);
  expect(await told("2027-04-01T03:00:00.000Z")).toEqual([200]);
  // Nor does a smaller plan take any away before its month.
  await change("2027-04-05T12:00:00.000Z", "free");
  expect(await told("2027-04-05T13:00:00.000Z")).toEqual([200]);
});

test("of 64 simultaneous callers for the last ten calls exactly ten are answered", async () => {
  const { organization, connection, call } = await caller();
  await use(connection, organization.id, "2027-03", 700);
  await use(connection, organization.id, "2027-03", 290);
  const app = appAt(march);
  const answers = await Promise.all(Array.from({ length: 64 }, () => call(read, {}, {}, app)));
  const answered = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answered).toHaveLength(10);
  expect(refused).toHaveLength(54);
  for (const answer of refused) {
    expectRefusal(answer, "quota_exceeded");
    expect(answer.body.meta["audit_status"]).toBe("recorded");
    expect(answer.body.error?.details).toMatchObject({ limit: 1_000, connection_id: connection });
  }
  expect(await callsOf(connection)).toEqual({ "2027-03": 1_000 });
  const outcomes = await api.database.owner(
    `select outcome, http_status, count(*)::int as calls from audit
     where connection_id = $1 group by 1, 2 order by 1`,
    [connection],
  );
  expect(outcomes).toEqual([
    { outcome: "ok", http_status: 200, calls: 10 },
    { outcome: "quota_exceeded", http_status: 429, calls: 54 },
  ]);
});

test("of 64 simultaneous callers with a key each ten are answered, and no other answer is stored", async () => {
  const { organization, connection, call } = await caller();
  await use(connection, organization.id, "2027-03", 990);
  const app = appAt(march);
  const keys = Array.from({ length: 64 }, () => randomUUID());
  const ask = (idempotencyKey: string) => call(read, {}, { idempotencyKey }, app);
  const first = await Promise.all(keys.map(ask));
  expect(first.filter(({ body }) => body.meta["idempotency"] === "stored")).toHaveLength(10);
  expect(await callsOf(connection)).toEqual({ "2027-03": 1_000 });
  const kept = "select count(*)::int as n from idempotency_keys where organization_id = $1";
  expect(await api.database.owner(kept, [organization.id])).toEqual([{ n: 10 }]);
  const outcomes = await api.database.owner(
    `select outcome, idempotency, count(*)::int as calls from audit
     where connection_id = $1 group by 1, 2 order by 1`,
    [connection],
  );
  expect(outcomes).toEqual([
    { outcome: "ok", idempotency: "stored", calls: 10 },
    { outcome: "quota_exceeded", idempotency: null, calls: 54 },
  ]);
  // Repeated: the answered ones are returned again, and cost nothing.
  for (const [n, { status }] of first.entries()) {
    const again = await ask(keys[n] ?? "");
    if (status === 200) expect(again.body.meta["idempotency"]).toBe("replayed");
    else expectRefusal(again, "quota_exceeded");
  }
  expect(await callsOf(connection)).toEqual({ "2027-03": 1_000 });
});

test("the count is of all slots together", async () => {
  const { organization, connection, call } = await caller();
  for (let n = 0; n < 4; n++) await use(connection, organization.id, "2027-03", 250);
  expectRefusal(await call(read, {}, {}, appAt(march)), "quota_exceeded");
});

test("the quota follows the plan", async () => {
  const { organization, connection, call } = await caller("pro");
  await use(connection, organization.id, "2027-03", 1_000);
  expect((await call(read, {}, {}, appAt(march))).status).toBe(200);
});

test("counting starts over with the month of Santiago, not of UTC", async () => {
  const { organization, connection, call } = await caller();
  await use(connection, organization.id, "2027-03", 1_000);
  // Santiago is three hours behind UTC until April 3rd.
  expectRefusal(await call(read, {}, {}, appAt("2027-04-01T02:59:59.999Z")), "quota_exceeded");
  expect((await call(read, {}, {}, appAt("2027-04-01T03:00:00.000Z"))).status).toBe(200);
  expect(await callsOf(connection)).toEqual({ "2027-03": 1_000, "2027-04": 1 });
});

test("a replay, and a call whose key was taken, cost nothing", async () => {
  const { connection, call } = await caller();
  const idempotencyKey = randomUUID();
  const app = appAt(march);
  const emitted = () => call(emit, { texto: "uno" }, { idempotencyKey }, app);
  expect((await emitted()).status).toBe(200);
  expect((await emitted()).body.meta["idempotency"]).toBe("replayed");
  const conflict = await call(emit, { texto: "dos" }, { idempotencyKey }, app);
  expectRefusal(conflict, "idempotency_conflict");
  expect(await callsOf(connection)).toEqual({ "2027-03": 1 });
});

test("an earlier call is still answered under its key when the quota is used up", async () => {
  const { organization, connection, call } = await caller();
  const idempotencyKey = randomUUID();
  const app = appAt(march);
  const first = await call(emit, { texto: "uno" }, { idempotencyKey }, app);
  await use(connection, organization.id, "2027-03", 999);
  const again = await call(emit, { texto: "uno" }, { idempotencyKey }, app);
  expect(again.body).toMatchObject({ data: first.body.data, meta: { idempotency: "replayed" } });
  expectRefusal(await call(emit, { texto: "dos" }, { idempotencyKey }, app), "quota_exceeded");
  const another = { idempotencyKey: randomUUID() };
  expectRefusal(await call(emit, { texto: "uno" }, another, app), "quota_exceeded");
});

test("a call refused before it ran costs nothing", async () => {
  const { connection, call } = await caller();
  expectRefusal(await call(read, { nada: 1 }, {}, appAt(march)), "validation_error");
  expectRefusal(await call(emit, { texto: "uno" }, {}, appAt(march)), "idempotency_key_missing");
  expect(await callsOf(connection)).toEqual({});
});
