import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localRegion } from "#infra/local/queue-server.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import { sqsClient } from "#lib/platform/sqs-queue.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { readableLog } from "#tests/support/log.ts";
import { linkScene, typedLogin, type LinkScene } from "#tests/support/scenes/links.ts";
import { findLink, maxTries } from "../index.ts";

let scene: LinkScene;
let owner: TestOrganization;
const { log, lines } = readableLog();
beforeAll(async () => {
  scene = await linkScene({ log });
  owner = await scene.organization();
});
afterAll(() => scene.close());

const find = (token: string) =>
  findLink({ ...scene.appDeps, systemOf: (id) => scene.deps.catalogue.manifestOf(id) }, token);

async function jobsOf(linkId: string) {
  return scene.database.owner("select * from sync_jobs where link_id = $1", [linkId]);
}

test("queues one login and wakes a worker with only the job's id", async () => {
  const link = await scene.makeLink(owner);
  const submission = await scene.submit(link.token);
  if (submission.kind !== "started") throw new Error(submission.kind);
  expect(await jobsOf(link.id)).toMatchObject([
    { id: submission.jobId, kind: "link", trigger: "link", status: "queued", alcances: [] },
  ]);
  const sqs = await sqsClient({ region: localRegion, endpoint: scene.queue.endpoint });
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: scene.queue.url }));
  expect(Messages?.map(({ Body }) => JSON.parse(Body ?? ""))).toEqual([
    { jobId: submission.jobId },
  ]);
  expect((await find(link.token)).kind).toBe("verifying");
});

test("of a double click and a second tab, one gets the login", async () => {
  const link = await scene.makeLink(owner);
  const all = await Promise.all(Array.from({ length: 5 }, () => scene.submit(link.token)));
  expect(all.filter(({ kind }) => kind === "started")).toHaveLength(1);
  const others = all.filter(({ kind }) => kind === "closed");
  expect(others).toHaveLength(4);
  for (const { link: seen } of others) expect(seen.kind).toBe("verifying");
  expect(await jobsOf(link.id)).toHaveLength(1);
});

test("what was typed is unencrypted in no column of any table, and in no log line", async () => {
  const link = await scene.makeLink(owner);
  const typed = { rut: "9.876.543-3", clave: "marca-única-de-clave", empresa: "76.555.835-2" };
  expect((await scene.submit(link.token, typed)).kind).toBe("started");
  const tables = await scene.database.owner(`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`);
  expect(tables.length).toBeGreaterThanOrEqual(10);
  for (const marked of [typed.clave, "9876543-3", "9.876.543-3"]) {
    const hex = Buffer.from(marked).toString("hex");
    for (const { name } of tables) {
      const found = await scene.database.owner(
        `select 1 from ${String(name)} t where t::text like $1 or t::text like $2`,
        [`%${marked}%`, `%${hex}%`],
      );
      expect({ name, marked, found }).toEqual({ name, marked, found: [] });
    }
    expect(lines.filter((line) => line.includes(marked))).toEqual([]);
  }
});

test("refuses invalid fields, each by name, and stores nothing", async () => {
  const link = await scene.makeLink(owner);
  const typed = { rut: "12.345.678-9", clave: "a\0b", empresa: " " };
  expect(await scene.submit(link.token, typed)).toMatchObject({
    kind: "invalid",
    issues: [
      { field: "rut", problem: "invalid_rut" },
      { field: "clave", problem: "forbidden_content" },
      { field: "empresa", problem: "required" },
    ],
  });
  const long = { ...typedLogin, clave: "x".repeat(201) };
  expect(await scene.submit(link.token, long)).toMatchObject({
    issues: [{ field: "clave", problem: "too_long" }],
  });
  expect(await jobsOf(link.id)).toEqual([]);
  expect(await find(link.token)).toMatchObject({ kind: "open", attemptsLeft: maxTries });
});

test("an unknown token, a malformed one and a stranger's guess are all unknown", async () => {
  const link = await scene.makeLink(owner);
  const last = link.token.endsWith("A") ? "B" : "A";
  for (const token of ["", "x", `${link.token.slice(0, -1)}${last}`, `${link.token}A`, "%00"]) {
    expect((await find(token)).kind).toBe("unknown");
    expect(await scene.submit(token)).toEqual({ kind: "closed", link: { kind: "unknown" } });
  }
});

test("a reconnection for another company is refused without a login", async () => {
  const conexionId = await scene.connection(owner.id, "banco_prueba");
  const link = await scene.makeLink(owner, { modo: "reconectar", conexionId });
  const typed = { ...typedLogin, empresa: "76.177.907-9" };
  expect((await scene.submit(link.token, typed)).kind).toBe("other_company");
  expect(await jobsOf(link.id)).toEqual([]);
  const { empresa: _unasked, ...asked } = typedLogin;
  expect((await scene.submit(link.token, asked)).kind).toBe("started");
});

test("a company whose connection was disabled is not connected behind its owners' back", async () => {
  const own = await scene.organization();
  const disabled = await scene.connection(own.id, "banco_prueba");
  await updateConnection(scene.deps, disabled, { disabled: true });
  const link = await scene.makeLink(own);
  expect(await scene.submit(link.token)).toMatchObject({
    kind: "closed",
    link: { kind: "unavailable" },
  });
  expect(await jobsOf(link.id)).toEqual([]);
  const other = { ...typedLogin, empresa: "76.177.907-9" };
  expect((await scene.submit(link.token, other)).kind).toBe("started");
});

test("takes two tries, and does not count those that never reached the account", async () => {
  const link = await scene.makeLink(owner);
  const tryOnce = async (failure: "clave_rechazada" | "portal_caido") => {
    expect((await scene.submit(link.token)).kind).toBe("started");
    await scene.fail(link.id, failure);
  };
  await tryOnce("clave_rechazada");
  for (let i = 0; i < 3; i++) await tryOnce("portal_caido");
  expect(await find(link.token)).toMatchObject({ kind: "open", attemptsLeft: 1 });
  await tryOnce("clave_rechazada");
  expect((await find(link.token)).kind).toBe("exhausted");
  expect(await scene.submit(link.token)).toMatchObject({ link: { kind: "exhausted" } });
  expect(await jobsOf(link.id)).toHaveLength(5);
});

test("waits while billing is paused, the system is off or the connection is disabled", async () => {
  const poor = await scene.organization();
  const link = await scene.makeLink(poor);
  await updateOrganization(scene.deps, poor.id, { billing: "past_due" });
  expect(await scene.submit(link.token)).toMatchObject({ link: { kind: "unavailable" } });
  await updateOrganization(scene.deps, poor.id, { billing: "active", connectors: [] });
  expect((await find(link.token)).kind).toBe("unavailable");
  await updateOrganization(scene.deps, poor.id, { connectors: ["banco_prueba"] });
  expect((await find(link.token)).kind).toBe("open");
});

test("accepts nothing once expired, but a running try still ends normally", async () => {
  const early = await scene.makeLink(owner, { expiraEnMinutos: 5 });
  const running = await scene.makeLink(owner, { expiraEnMinutos: 5 });
  expect((await scene.submit(running.token)).kind).toBe("started");
  scene.clock.moveTo(new Date(Date.parse(running.expiraEn)));
  expect((await find(early.token)).kind).toBe("expired");
  expect(await scene.submit(early.token)).toMatchObject({ link: { kind: "expired" } });
  expect(await jobsOf(early.id)).toEqual([]);
  await scene.succeed(running.id);
  expect((await find(running.token)).kind).toBe("used");
});
