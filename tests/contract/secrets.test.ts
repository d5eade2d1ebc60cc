import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { readableLog } from "#tests/support/log.ts";
import {
  everyValue,
  foundIn,
  seenOnMachine,
  shapesOf,
} from "#tests/support/texts/secret-search.ts";
import { furtherLogin, syncScene, type SyncScene } from "#tests/support/scenes/sync-scene.ts";

// The right password is the sandbox's own; nothing in the service knows it.
const right = furtherLogin(26);
const wrongPassword = "M4rca-Secreta-7Qx";

const { log, lines } = readableLog();
let scene: SyncScene;
let owner: TestOrganization;
let connection: string;
/** Bodies of every page and every answer. */
const answers: string[] = [];
const tokens: string[] = [];
/** What any user of the machine could see of a running browser, and what it left on disk. */
const seenOfProcesses: string[] = [];

beforeAll(async () => {
  scene = await syncScene({ log });
  owner = await scene.organization();
});
afterAll(() => scene.close());

async function tool(id: string, input: unknown, withConnection = true) {
  const call = { key: owner.key, ...(withConnection && { connection }) };
  const answer = await callTool(scene.app, id, input, call);
  answers.push(JSON.stringify(answer.body));
  return answer.body;
}

async function page(url: string, form?: Record<string, string>): Promise<Response> {
  const given = form && { method: "POST", body: new URLSearchParams(form) };
  const response = await scene.app.request(url, given);
  answers.push(await response.clone().text(), response.headers.get("location") ?? "");
  return response;
}

const periodo = "2026-02";
const sync = (wanted = periodo) => tool("banco_a.conexion.sincronizar", { periodo: wanted });
const fault = (kind: string, more: object = {}) =>
  scene.sandbox.control("POST", "/portals/banco_a/faults", { kind, ...more });

interface Job {
  id: string;
  status: string;
  lastError: string | null;
}

const jobColumns = `select id, status, last_error as "lastError" from sync_jobs`;

async function lastJob(): Promise<Job> {
  const [job] = await scene.database.owner(`${jobColumns} order by created_at desc limit 1`);
  return job as unknown as Job;
}

/** Runs what is queued, and inspects the machine meanwhile. */
async function work(): Promise<string | null> {
  const { id } = await lastJob();
  const ended = scene.untilEnded(id);
  const state = { over: false };
  const over = ended.finally(() => (state.over = true));
  // Often enough to see every browser, seldom enough to leave it processor time.
  while (!state.over) await Promise.all([noteMachine(), pause(400)]);
  await over;
  // By its id: a used link is followed by its connection's first syncs.
  const [job] = await scene.database.owner(`${jobColumns} where id = $1`, [id]);
  return (job as unknown as Job).lastError ?? String(job?.["status"]);
}

async function noteMachine(): Promise<void> {
  seenOfProcesses.push(...(await seenOnMachine()));
}

async function openLink(input: Record<string, unknown>): Promise<string> {
  const call = { sistema: "banco_a", ...input };
  const answer = await callTool(scene.app, "conexiones.enlace.crear", call, { key: owner.key });
  const url = String(answer.body.data?.["url"]);
  tokens.push(url.slice(url.lastIndexOf("/") + 1));
  await page(url);
  return url;
}

async function typed(url: string, clave: string): Promise<string | null> {
  const { rut, empresa } = right;
  expect((await page(url, { rut, empresa, clave })).status).toBe(303);
  await page(`${url}/progreso`);
  await page(`${url}/status`);
  const outcome = await work();
  await page(url);
  await page(`${url}/progreso`);
  return outcome;
}

describe("after everything that can happen to a credential", () => {
  beforeAll(async () => {
    const url = await openLink({ modo: "crear" });
    expect(await typed(url, wrongPassword)).toBe("connection_credential_required");
    await fault("unavailable");
    expect(await typed(url, right.clave)).toBe("upstream_error");
    await fault("slow", { delayMs: 1_500 });
    expect(await typed(url, right.clave)).toBe("succeeded");
    const [row] = await scene.database.owner("select id from connections");
    connection = String(row?.["id"]);
    await tool("conexiones.estado.consultar", {}, false);

    await sync();
    expect(await work()).toBe("succeeded");
    await tool("banco_a.movimientos.consultar", { periodo });
    await fault("layout_changed", { times: 20 });
    await sync("2026-03");
    expect(await work()).toBe("upstream_unexpected_response");
    await scene.sandbox.control("DELETE", "/portals/banco_a/faults");
    // Thrown out twice: the first attempt ends as busy, and keeps its evidence.
    await fault("session_ended", { times: 2 });
    await sync("2026-03");
    expect(await work()).toBe("succeeded");

    const verified = tool("banco_a.conexion.verificar", {});
    await vi.waitFor(async () => expect((await lastJob()).status).toBe("queued"), 5_000);
    await work();
    await verified;
    await fault("wrong_password");
    await sync("2026-03");
    expect(await work()).toBe("connection_credential_required");
    await sync("2026-03");
    await callTool(scene.app, "core.timestamp.now", { timezone: owner.key }, { key: owner.key });
    await callTool(scene.app, "core.timestamp.now", {}, { key: `${owner.key}x` });
    const again = await openLink({ modo: "reconectar", conexionId: connection });
    expect(await typed(again, wrongPassword)).toBe("connection_credential_required");
  }, 240_000);

  const secrets = (): [string, string][] => [
    ["the right password", right.clave],
    ["a wrong password", wrongPassword],
    ["the API key", owner.key],
    ...tokens.map((token): [string, string] => ["a link's token", token]),
  ];

  test("the values searched for are the real ones: the right to open a seal reveals the password", async () => {
    const [row] = await scene.database.owner(
      "select sealed from credentials where connection_id = $1",
      [connection],
    );
    const place = { table: "credentials", column: "sealed", purpose: "credential" } as const;
    const plain = await scene.deps.vault.open(
      { ...place, organizationId: owner.id, row: connection },
      row?.["sealed"] as Buffer,
    );
    expect(JSON.parse(plain.toString())).toMatchObject({ clave: right.clave });
    expect(shapesOf(wrongPassword).length).toBeGreaterThan(4);
    const hidden = `x${Buffer.from(`{"clave":"${wrongPassword}"}`).toString("base64")}`;
    expect(foundIn([hidden, "nothing"], wrongPassword)).toEqual([hidden]);
  });

  test("no column of any table holds one", async () => {
    const values = await everyValue(scene.database);
    const places = new Set(values.map(({ place }) => place));
    expect(places.size).toBeGreaterThan(60);
    for (const sealed of ["credentials.sealed", "evidence.sealed"]) {
      expect(places).toContain(sealed);
    }
    for (const [what, secret] of secrets()) {
      const found = values.filter(({ text }) => foundIn([text], secret).length > 0);
      expect([what, found.map(({ place }) => place)]).toEqual([what, []]);
    }
  });

  test("no line of the log at its most verbose contains one", () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join("\n")).toContain("sync.step_failed");
    for (const [what, secret] of secrets()) {
      expect([what, foundIn(lines, secret)]).toEqual([what, []]);
    }
  });

  test("no message on the queue contains more than a job's id", () => {
    expect(scene.messages.length).toBeGreaterThan(5);
    for (const message of scene.messages) {
      expect(JSON.parse(message)).toEqual({ jobId: expect.stringMatching(/^sjb_[0-9a-z]{26}$/) });
    }
  });

  test("no command line, environment or file of a running browser contains one", () => {
    expect(
      seenOfProcesses.filter((seen) => seen.includes("--user-data-dir=")).length,
    ).toBeGreaterThan(5);
    for (const [what, secret] of secrets()) {
      expect([what, foundIn(seenOfProcesses, secret).map((text) => text.slice(0, 200))]).toEqual([
        what,
        [],
      ]);
    }
  });

  test("no opened evidence contains one", async () => {
    const rows = await scene.database.owner("select job_id, attempt, sealed from evidence");
    expect(rows.length).toBeGreaterThanOrEqual(2);
    const opened: string[] = [];
    for (const { job_id: jobId, attempt, sealed } of rows) {
      const place = { organizationId: owner.id, table: "evidence", column: "sealed" };
      const purpose = "evidence";
      const row = `${String(jobId)}/${String(attempt)}`;
      const plain = await scene.deps.vault.open({ ...place, purpose, row }, sealed as Buffer);
      opened.push(plain.toString());
    }
    expect(opened.join("")).toContain("<html");
    for (const [what, secret] of secrets()) {
      expect([what, foundIn(opened, secret)]).toEqual([what, []]);
    }
    expect(foundIn(opened, right.rut.slice(0, -2))).toEqual([]);
  });

  test("no answer, error or link page contains a credential", () => {
    expect(answers.length).toBeGreaterThan(20);
    for (const [what, secret] of secrets().slice(0, 3)) {
      expect([what, foundIn(answers, secret)]).toEqual([what, []]);
    }
  });
});
