import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureDatabase, startPostgres, type LocalPostgres } from "#infra/local/postgres.ts";
import { startProgram } from "#tests/support/processes/bundled-child.ts";
import { asOwner } from "#tests/support/databases/as-owner.ts";
import { newCluster } from "#tests/support/databases/new-cluster.ts";

let folder: string;
let server: LocalPostgres;
let ownerUrl: string;
let serviceUrl: string;
let workerUrl: string;
let keeperUrl: string;
let authUrl: string;

// A managed database has an owner who can create roles but is not a superuser.
beforeAll(async () => {
  folder = await newCluster("connect-migrate-");
  server = await startPostgres(folder);
  const database = await ensureDatabase(server.url, "managed");
  await asOwner(server.url, "create role deployer login createrole password 'deploys'");
  await asOwner(server.url, "alter database managed owner to deployer");
  await asOwner(database, "alter schema public owner to deployer");
  ownerUrl = as(database, "deployer", "deploys");
  serviceUrl = as(database, "connect_app", "first-password");
  workerUrl = as(database, "connect_worker", "workers-password");
  keeperUrl = as(database, "connect_keeper", "keepers-password");
  authUrl = as(database, "connect_auth", "peoples-password");
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function as(url: string, user: string, password: string): string {
  return Object.assign(new URL(url), { username: user, password }).toString();
}

async function migrate(environment: Record<string, string>, args: string[] = []) {
  const child = await startProgram("infra/deploy/migrate.ts", args, {
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_URL: serviceUrl,
    WORKER_DATABASE_URL: workerUrl,
    KEEPER_DATABASE_URL: keeperUrl,
    AUTH_DATABASE_URL: authUrl,
    ...environment,
  });
  const { code } = await child.ended;
  const { stdout, stderr } = child.output();
  // What takes long is named first.
  return {
    code,
    stdout: stdout.replaceAll(/^(?:Migrating .*|Making the queues) …\n/gm, ""),
    stderr,
  };
}

describe("npm run migrate", () => {
  test("updates an empty database whose owner is not a superuser", async () => {
    const { code, stdout, stderr } = await migrate({});
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+ migrations are applied, the last is \d{4}_[a-z-]+\.\n$/);
    const [row] = await asOwner(serviceUrl, "select count(*)::int as n from organizations");
    expect(row).toEqual({ n: 0 });
  });

  test("changes nothing if run again, and two runs wait for each other", async () => {
    const runs = await Promise.all([migrate({}), migrate({})]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(runs[0]?.stdout).toBe(runs[1]?.stdout);
  });

  test("gives the service's role the password in its address, which is how to change it", async () => {
    const changed = as(serviceUrl, "connect_app", "second-password");
    expect((await migrate({ DATABASE_URL: changed })).code).toBe(0);
    expect(await asOwner(changed, "select current_user as name")).toEqual([
      { name: "connect_app" },
    ]);
    await expect(asOwner(serviceUrl, "select 1")).rejects.toThrow("password authentication failed");
    expect((await migrate({})).code).toBe(0);
  });

  test("leaves the service's roles subject to every policy, and nobody can log in as the system", async () => {
    const roles = await asOwner(
      ownerUrl,
      `select rolname, rolcanlogin, pg_has_role(oid, 'connect_system', 'member') as system,
         rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as "above"
       from pg_roles where rolname like 'connect\\_%' and rolname <> 'connect_owner' order by 1`,
    );
    const role = (rolname: string, rolcanlogin: boolean, system: boolean) => ({
      rolname,
      rolcanlogin,
      system,
      above: false,
    });
    expect(roles).toEqual([
      role("connect_app", true, false),
      role("connect_auth", true, false),
      role("connect_backup", false, true),
      role("connect_keeper", true, true),
      role("connect_system", false, true),
      role("connect_worker", true, true),
    ]);
  });

  test("gives the months of the audit only to the keeper", async () => {
    const maintain = "select maintain_audit_partitions('2026-11-01', 24)";
    expect(await asOwner(keeperUrl, maintain)).toHaveLength(3);
    await expect(asOwner(serviceUrl, maintain)).rejects.toThrow("permission denied for function");
  });

  test("stops at a role that can bypass the policies", async () => {
    await asOwner(server.url, "alter role connect_app bypassrls");
    try {
      const { code, stderr } = await migrate({});
      expect(code).toBe(1);
      expect(stderr).toContain("connect_app is above the policies");
    } finally {
      await asOwner(server.url, "alter role connect_app nobypassrls");
    }
  });

  test.each([
    [
      "an owner behind a pooler, whose lock would be anybody's",
      { DATABASE_OWNER_URL: "postgres://o:p@ep-a-pooler.sa-east-1.aws.neon.tech/connect" },
      "DATABASE_OWNER_URL",
    ],
    ["no owner", { DATABASE_OWNER_URL: "" }, "DATABASE_OWNER_URL"],
    [
      "a service that enters as its owner",
      { DATABASE_URL: "postgres://deployer:deploys@127.0.0.1:1/managed" },
      "DATABASE_URL",
    ],
    [
      "a keeper that enters as the service",
      { KEEPER_DATABASE_URL: "postgres://connect_app:deploys-it@h/d" },
      "KEEPER_DATABASE_URL",
    ],
    [
      "a service without a password",
      { DATABASE_URL: "postgres://connect_app@127.0.0.1:1/managed" },
      "DATABASE_URL",
    ],
  ])("refuses %s in one line, and prints no address", async (_, environment, named) => {
    const { code, stdout, stderr } = await migrate(environment);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(named);
    expect(stderr).not.toMatch(/deploys|first-password/);
  });

  test("names every setting that is missing, and what to write, in one line", async () => {
    const addresses = {
      DATABASE_OWNER_URL: "OWNER",
      DATABASE_URL: "connect_app",
      WORKER_DATABASE_URL: "connect_worker",
      KEEPER_DATABASE_URL: "connect_keeper",
      AUTH_DATABASE_URL: "connect_auth",
    };
    const unset = Object.fromEntries(Object.keys(addresses).map((name) => [name, ""]));
    const wanted = Object.entries(addresses).map(
      ([name, user]) => `${name}: is not set: write postgres://${user}:PASSWORD@HOST/DATABASE`,
    );
    expect(await migrate({ ...unset, BACKUP_DATABASE_URL: "" })).toEqual({
      code: 1,
      stdout: "",
      stderr: `The database was not touched. ${wanted.join("; ")}.\n`,
    });
    const file = { ...unset, KEEPER_DATABASE_URL_FILE: "/nowhere/url" };
    const read = wanted.filter((line) => !line.startsWith("KEEPER"));
    expect((await migrate(file)).stderr).toBe(
      `The database was not touched. KEEPER_DATABASE_URL_FILE: /nowhere/url cannot be read (ENOENT); ${read.join("; ")}.\n`,
    );
  });

  test("asked for help, or given an option, it names its settings and migrates nothing", async () => {
    const { code, stdout, stderr } = await migrate({}, ["--help"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^The database was not touched\..*\n$/);
    for (const name of ["DATABASE_OWNER_URL", "BACKUP_DATABASE_URL"])
      expect(stderr).toContain(name);
  });

  test.each([
    ["a secret's file that is missing", { DATABASE_URL: "", DATABASE_URL_FILE: "/nowhere/url" }],
    [
      "a database that is unreachable",
      { DATABASE_OWNER_URL: "postgres://owner:deploys-it@127.0.0.1:9/d" },
    ],
  ])("names in one line %s", async (_, environment) => {
    const { code, stderr } = await migrate(environment);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^.*DATABASE_(?:URL_FILE|OWNER_URL).*\n$/);
    expect(stderr).not.toContain("deploys-it");
  });
});
