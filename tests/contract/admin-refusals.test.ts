import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { table } from "#infra/deploy/admin/table.ts";
import type { Table } from "#infra/deploy/admin/command.ts";
import { adminScene, type AdminScene } from "#tests/support/scenes/admin-scene.ts";
import { callTool } from "#tests/support/scenes/api.ts";

let operator: AdminScene;
beforeAll(async () => {
  operator = await adminScene();
});
afterAll(() => operator.close());

/** Not possible at the moment. */
const refusals: [string, () => Promise<string[]>][] = [
  ["key scopes", async () => [await revokedKey()]],
  ["connector resume", async () => ["banco_d"]],
  ["connector pause", async () => paused("banco_e")],
  ["emissions release", async () => [await operator.anOrganization()]],
  ["operation reconcile", async () => [await operator.anOperation("done")]],
  ["connection delete", async () => [await connectionOf(await operator.anOperation("unknown"))]],
  ["organization delete", async () => [operator.organization]],
  ["stage smoke", async () => stageThatFails()],
  ["stage smoke", async () => stageOfAnotherRelease()],
  [
    "evidence open",
    async () => [
      await operator.scene.request(operator.organization, operator.connection, {
        periodo: "2026-08",
      }),
    ],
  ],
];

async function revokedKey(): Promise<string> {
  const { id } = await operator.scene.key(operator.organization, []);
  await operator.run("key revoke", [id, "--reason", "ticket 12"]);
  return id;
}

async function paused(system: string): Promise<string[]> {
  await operator.run("connector pause", [system, "--reason", "ticket 12"]);
  return [system];
}

async function stageThatFails(): Promise<string[]> {
  operator.answerNextSmoke("service_unavailable");
  return [];
}

/** It is alive, but does not know what it was built from. */
async function stageOfAnotherRelease(): Promise<string[]> {
  operator.answerNextSmoke("ok");
  return ["--release", "0123456789ab"];
}

async function connectionOf(operation: string): Promise<string> {
  const [row] = await operator.scene.database.owner(
    "select connection_id from operations where id = $1",
    [operation],
  );
  return String(row?.["connection_id"]);
}

test.each(refusals)(
  "%s is refused where it would change nothing, or too much",
  async (command, of) => {
    const about = await of();
    const [group = "", verb = ""] = command.split(" ");
    const entry = (table as Table)[group]?.[verb] ?? { does: "" };
    const before = await operator.actions();
    const refused = await operator.run(command, [...about, ...operator.filled(entry, about[0])]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.said[0]).toMatch(/^Refused: \S/);
    // What leaves the database is recorded before anybody knows whether there is any.
    if (entry.onRecord !== "before") expect(await operator.actions()).toEqual(before);
  },
);

test("an operation that nobody would check is refused with the reason, and checked once that is gone", async () => {
  const operation = await operator.anOperation("unknown");
  const connection = await connectionOf(operation);
  const change = (columns: string) =>
    operator.scene.database.owner(`update connections set ${columns} where id = $1`, [connection]);
  const reconciled = () => operator.run("operation reconcile", [operation]);
  const refused = (reason: string) => ({
    code: 1,
    stdout: "",
    said: [expect.stringContaining(`Refused: ${reason}`)],
  });
  await change("credencial = 'rechazada'");
  expect(await reconciled()).toMatchObject(
    refused("the credential of its connection is rechazada, and nobody looks before a new one"),
  );
  await change("credencial = 'viva', disabled_at = created_at");
  expect(await reconciled()).toMatchObject(
    refused("its connection is disabled, and nobody looks before it is enabled"),
  );
  await change("disabled_at = null");
  await operator.run("connector pause", ["tributario", "--reason", "ticket 12"]);
  expect(await reconciled()).toMatchObject(
    refused("its system is paused, and nobody looks before it is resumed"),
  );
  await operator.run("connector resume", ["tributario", "--reason", "ticket 12"]);
  expect(await reconciled()).toMatchObject({ code: 0, answer: { looksAgain: operation } });
});

const tooLong = "n".repeat(121);
const conn = () => operator.connection;
const org = () => operator.organization;

test.each<[string, string, () => string[], RegExp]>([
  ["a name that is too long", "organization create", () => ["--name", tooLong], /--name is a name/],
  ["an unseen name", "organization update", () => [org(), "--name", "\u200b"], /--name is a name/],
  ["a name that is too long", "key create", () => [org(), "--name", tooLong], /--name is a name/],
  ["a name that is too long", "connection update", () => [conn(), "--nombre", tooLong], /--nombre/],
  ["the year 0", "job list", () => ["--since", "0000-01-01"], /--since is an instant/],
  ["a year of six digits", "job list", () => ["--since", "+275760-01-01"], /--since is an instant/],
  ["a number", "audit list", () => [org(), "--since", "1"], /--since is an instant/],
  ["an hour of nowhere", "job list", () => ["--since", "2027-01-31T12:00:00"], /is an instant/],
  [
    "a day that does not exist",
    "key create",
    () => [org(), "--name", "x", "--expires", "2027-02-31"],
    /--expires is an instant/,
  ],
  ["a value that looks like an option", "job list", () => ["--since", "-1"], /--since/],
  [
    "an option given twice",
    "job list",
    () => ["--since", "2027-01-31", "--since", "2027-01-30"],
    /--since is given more than once/,
  ],
  ["no change", "connection update", () => [conn()], /nothing to change/],
  ["no change", "key scopes", () => [operator.keyId], /nothing to change/],
  ["no change", "organization update", () => [org()], /nothing to change/],
])("%s is a wrong call of %s, said in one line", async (_, command, args, line) => {
  const before = await operator.actions();
  const { code, stdout, said } = await operator.run(command, args());
  expect([code, stdout, said]).toEqual([2, "", [expect.stringMatching(line)]]);
  expect(said[0]).not.toContain("\n");
  expect(await operator.actions()).toEqual(before);
});

test("a restore to an instant that is yet to come is refused: its replay would repeat nothing", async () => {
  const before = await operator.actions();
  const point = new Date(operator.scene.clock.now().getTime() + 60_000).toISOString();
  const said = ["--reason", "ticket 12", "--confirm", point];
  const begun = await operator.run("restore begin", ["--point", point, ...said]);
  expect(begun).toMatchObject({ code: 1, said: [expect.stringContaining("yet to come")] });
  expect(await operator.actions()).toEqual(before);
});

test("evidence is not written into a folder that exists, or below one that does not", async () => {
  const job = await operator.aFailedJob();
  for (const [out, code] of [
    [process.cwd(), "EEXIST"],
    ["/nowhere/evidence", "ENOENT"],
  ]) {
    const args = [job, "--out", String(out), "--reason", "ticket 12"];
    const opened = await operator.run("evidence open", args);
    expect(opened).toMatchObject({
      code: 1,
      said: [`Refused: ${out} cannot be made: ${code} (forbidden)`],
    });
  }
});

test("queues that were not migrated are a part that cannot be reached, and what makes them is named", async () => {
  for (const [command, args] of [
    ["dead-letters list", []],
    ["dead-letters purge", ["--reason", "ticket 12"]],
  ] as const) {
    const { code, stdout, stderr } = await operator.run(command, args);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("its queues are not of this release");
    expect(stderr).toContain("npm run migrate");
  }
});

test("all keys of an organization are listed, however many have ended", async () => {
  const { id } = await operator.scene.organization();
  const { id: live } = await operator.scene.key(id, []);
  await operator.scene.database.owner(
    `insert into api_keys (id, organization_id, name, hash, hint, scopes, created_at, revoked_at)
     select left(id, 20) || lpad(n::text, 10, '0'), organization_id, name, sha256(n::text::bytea), hint, scopes,
       created_at, created_at from api_keys, generate_series(1, 120) n where id = $1`,
    [live],
  );
  const { answer } = await operator.run("key list", [id]);
  const states = (answer["keys"] as { state: string }[]).map(({ state }) => state);
  expect(states).toHaveLength(122);
  expect(states.slice(0, 3)).toEqual(["live", "live", "revoked"]);
});

describe("the first customer", () => {
  test("gets a key that reads every system and changes nothing, unless scopes are named", async () => {
    const { answer } = await operator.run("organization create", [
      "--name",
      "Primera SpA",
      "--plan",
      "business",
    ]);
    const [row] = await operator.scene.database.owner(
      "select scopes from api_keys where organization_id = $1",
      [answer["organization"]],
    );
    const scopes = row?.["scopes"] as string[];
    expect(scopes).toContain("tributario:read");
    expect(scopes.filter((scope) => !scope.endsWith(":read"))).toEqual([]);
    const asked = async (method: string) =>
      (
        await operator.scene.app.request("/v1/webhooks", {
          method,
          headers: {
            authorization: `Bearer ${String(answer["apiKey"])}`,
            "content-type": "application/json",
          },
          ...(method === "POST" && { body: JSON.stringify({ url: "https://hooks.example/in" }) }),
        })
      ).status;
    expect([await asked("GET"), await asked("POST")]).toEqual([200, 403]);
  });

  test.each([
    ["a plan that there is not", ["--name", "x", "--plan", "gold"], {}],
    ["a scope that there is not", ["--name", "x", "--scopes", "banco_z:read"], {}],
    ["a system that there is not", ["--name", "x", "--connectors", "banco_z"], {}],
    ["no secret", ["--name", "x"], { SERVICE_SECRET: "" }],
    [
      "an owner and no address of the service",
      ["--name", "x", "--owner", "a@b.example"],
      { BASE_URL: "" },
    ],
    ["an owner who is no mail", ["--name", "x", "--owner", "ana"], {}],
  ])("is not made with %s", async (_, args, environment) => {
    const count = () =>
      operator.scene.database.owner("select count(*)::int as n from organizations");
    const before = await count();
    expect(await operator.run("organization create", args, environment)).toMatchObject({
      code: 2,
      stdout: "",
    });
    expect(await count()).toEqual(before);
  });
});

test("a revoked key is refused at its next call, and a forgotten credential asks for a new one", async () => {
  const { id, key: text } = await operator.scene.key(operator.organization, [
    "banco_a:read",
    "banco_a:write",
  ]);
  const other = await operator.scene.connect(operator.organization, "22222222-2");
  const sync = async () => {
    const [tool, input] = ["banco_a.conexion.sincronizar", { periodo: "2026-10" }] as const;
    const named = { key: text, connection: other };
    return (await callTool(operator.scene.app, tool, input, named)).status;
  };
  expect(
    (await operator.run("connection forget", [other, "--reason", "its owner asked"])).code,
  ).toBe(0);
  expect(await sync()).toBe(428);
  expect((await operator.run("key revoke", [id, "--reason", "leaked"])).code).toBe(0);
  expect(await sync()).toBe(401);
});

test("an organization that its owner has already deleted does not block the operator", async () => {
  const { database, clock } = operator.scene;
  const id = await operator.anOrganization();
  const later = new Date(clock.now().getTime() + 12 * 86_400_000);
  await database.owner("update organizations set deletes_at = $2 where id = $1", [id, later]);
  const said = ["--reason", "it leaves", "--confirm", id];
  expect((await operator.run("organization delete", [id, ...said])).code).toBe(0);
  const [row] = await database.owner("select deletes_at from organizations where id = $1", [id]);
  expect(Number(row?.["deletes_at"])).toBeLessThanOrEqual(clock.now().getTime());
});
