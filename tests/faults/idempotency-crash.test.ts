import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { callTool, testApi, type Answered, type TestApi } from "#tests/support/scenes/api.ts";
import { bundleChild } from "#tests/support/processes/bundled-child.ts";
import { processState } from "#tests/support/processes/child-process.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import type { ChildOrder } from "./execute-child.ts";

const startCaller = await bundleChild<ChildOrder>("tests/faults/execute-child.ts");
const emit = "prueba.documento.emitir";
const start = "2027-02-01T12:00:00.000Z";
const leaseAlive = "2027-02-01T12:01:29.999Z";
const leaseOver = "2027-02-01T12:01:30.000Z";

let api: TestApi;
let folder: string;
let effectsFile: string;
let parentEffects = 0;

beforeAll(async () => {
  api = await testApi({ connectors: [probeConnector(() => (parentEffects += 1)).connector] });
  folder = await mkdtemp(path.join(tmpdir(), "connect-crash-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await api.close();
});

/** A separate child that makes one call and sends itself the signal at the point. */
async function childThat(signal: ChildOrder["signal"], crashPoint: CrashPoint) {
  const organization = await api.organization();
  const connection = await api.connection(organization.id, "prueba");
  const idempotencyKey = randomUUID();
  effectsFile = path.join(folder, idempotencyKey);
  await writeFile(effectsFile, "");
  parentEffects = 0;
  const order: ChildOrder = {
    settings: api.settings,
    queue: { url: api.queue.url, endpoint: api.queue.endpoint },
    now: start,
    toolId: emit,
    input: { texto: "uno" },
    key: organization.key,
    connection,
    idempotencyKey,
    crashPoint,
    signal,
    effectsFile,
  };
  const child = startCaller(order);
  const repeat = (instant: string): Promise<Answered> =>
    callTool(
      createApi({ ...api.appDeps, clock: { now: () => new Date(instant) } }),
      emit,
      { texto: "uno" },
      { key: organization.key, connection, idempotencyKey },
    );
  return { child, repeat, organization };
}

async function effects(): Promise<number> {
  const inChild = (await readFile(effectsFile, "utf8")).split("\n").length - 1;
  return inChild + parentEffects;
}

async function killedAt(point: CrashPoint) {
  const { child, ...rest } = await childThat("SIGKILL", point);
  expect(await child.ended, child.output().stderr).toEqual({ code: null, signal: "SIGKILL" });
  return rest;
}

const stored = { idempotency: "stored" };
const replayed = { idempotency: "replayed" };

describe("a process killed", () => {
  test("before its claim leaves the key new: it runs at once, 1 effect", async () => {
    const { repeat } = await killedAt("idempotency.before_claim");
    expect(await effects()).toBe(0);
    expect((await repeat(start)).body.meta).toMatchObject(stored);
    expect((await repeat(start)).body.meta).toMatchObject(replayed);
    expect(await effects()).toBe(1);
  });

  test("after its claim holds the key until its lease is over; then it runs, 1 effect", async () => {
    const { repeat } = await killedAt("idempotency.after_claim");
    expectRefusal(await repeat(start), "idempotency_in_progress");
    expectRefusal(await repeat(leaseAlive), "idempotency_in_progress");
    expect(await effects()).toBe(0);
    expect((await repeat(leaseOver)).body.meta).toMatchObject(stored);
    expect((await repeat(leaseOver)).body.meta).toMatchObject(replayed);
    expect(await effects()).toBe(1);
  });

  test("before its answer is stored leaves its start recorded, and the key held", async () => {
    const { repeat, organization } = await killedAt("idempotency.before_finish");
    expect(await effects()).toBe(1);
    expectRefusal(await repeat(leaseAlive), "idempotency_in_progress");
    expect(await effects()).toBe(1);
    const rows = await api.database.owner(
      "select outcome, http_status from audit where organization_id = $1 order by request_id",
      [organization.id],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { outcome: "started", http_status: null },
        { outcome: "idempotency_in_progress", http_status: 409 },
      ]),
    );
  });

  // The claim alone is not a barrier: tools that act outside have their own barrier row.
  test("before its answer is stored, with a tool without a barrier, runs again when the lease is over", async () => {
    const { repeat } = await killedAt("idempotency.before_finish");
    expect((await repeat(leaseOver)).body.meta).toMatchObject(stored);
    expect(await effects()).toBe(2);
  });

  test("after its answer is stored has its answer replayed, 1 effect", async () => {
    const { repeat } = await killedAt("idempotency.after_finish");
    const answer = await repeat(start);
    expect(answer.body).toMatchObject({ data: { numero: 1 }, meta: replayed });
    expect((await repeat(leaseOver)).body.data).toEqual({ numero: 1 });
    expect(await effects()).toBe(1);
  });
});

describe("a process frozen with its claim, while another takes the key over", () => {
  test("thaws to a refusal, and the other one's answer stays", async () => {
    const { child, repeat } = await childThat("SIGSTOP", "idempotency.before_finish");
    await expect.poll(() => processState(child.pid)).toBe("T");
    const taken = await repeat(leaseOver);
    expect(taken.body.meta).toMatchObject(stored);

    child.process.kill("SIGCONT");
    expect(await child.ended, child.output().stderr).toEqual({ code: 0, signal: null });
    const thawed = JSON.parse(child.output().stdout) as Pick<Answered, "status" | "body">;
    expect(thawed).toMatchObject({
      status: 409,
      body: { error: { code: "idempotency_in_progress" } },
    });
    const later = await repeat(leaseOver);
    expect(later.body.meta).toMatchObject({
      ...replayed,
      operation_request_id: taken.body.meta["operation_request_id"],
    });
  });

  test("thaws to its own answer if nobody took it over", async () => {
    const { child, repeat } = await childThat("SIGSTOP", "idempotency.before_finish");
    await expect.poll(() => processState(child.pid)).toBe("T");
    expectRefusal(await repeat(leaseAlive), "idempotency_in_progress");
    child.process.kill("SIGCONT");
    expect((await child.ended).code, child.output().stderr).toBe(0);
    const thawed = JSON.parse(child.output().stdout) as Pick<Answered, "status" | "body">;
    expect(thawed).toMatchObject({ status: 200, body: { meta: stored } });
    expect((await repeat(leaseOver)).body.data).toEqual(thawed.body.data);
    expect(await effects()).toBe(1);
  });
});
