import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callOf } from "#infra/deploy/admin/help.ts";
import { table } from "#infra/deploy/admin/table.ts";
import { installQueues } from "#infra/server/queue-schema.ts";
import type { Table } from "#infra/deploy/admin/command.ts";
import { adminScene, type AdminScene } from "#tests/support/scenes/admin-scene.ts";
import { ownerUrlOf } from "#tests/support/servers/test-postgres-queues.ts";
import { startProgram } from "#tests/support/processes/bundled-child.ts";

let operator: AdminScene;
beforeAll(async () => {
  operator = await adminScene();
});
afterAll(() => operator.close());

const commands = Object.entries(table as Table).flatMap(([group, verbs]) =>
  Object.entries(verbs).map(([verb, entry]) => ({ command: `${group} ${verb}`, ...entry, entry })),
);

const unknownIds: Record<string, string> = {
  ORG: "org_00000000000000000000000009",
  KEY: "key_00000000000000000000000009",
  CONN: "conn_00000000000000000000000009",
  LINK: "cs_00000000000000000000000009",
  JOB: "sjb_00000000000000000000000009",
  OPER: "oper_00000000000000000000000009",
  REQ: "req_00000000000000000000000009",
  SYSTEM: "banco_a",
};

/** The queues that `npm run migrate` makes, in the scene's database. */
async function withQueues(): Promise<void> {
  await installQueues(await ownerUrlOf(operator.scene.settings.WORKER_DATABASE_URL));
}

/** Valid arguments of every command; each command of the table must be here. */
const subjects: Record<string, () => Promise<string[]>> = {
  "organization create": async () => [],
  "organization list": async () => [],
  "organization show": async () => [operator.organization],
  "organization update": async () => [operator.organization, "--plan", "pro"],
  "organization export": async () => [operator.organization],
  "organization delete": async () => [await operator.anOrganization()],
  "connector enable": async () => [operator.organization, "banco_b"],
  "connector disable": async () => [operator.organization, "banco_b"],
  "connector pause": async () => ["banco_c"],
  "connector resume": async () => ["banco_c"],
  "connector paused": async () => [],
  "key create": async () => [operator.organization, "--scopes", "banco_a:read"],
  "key list": async () => [operator.organization],
  "key scopes": async () => [operator.keyId, "--remove", "echo:write"],
  "key revoke": async () => [(await operator.scene.key(operator.organization, [])).id],
  "connection list": async () => [operator.organization],
  "connection show": async () => [operator.connection],
  "connection update": async () => [operator.connection],
  "connection disable": async () => [operator.connection],
  "connection enable": async () => [operator.connection],
  "connection forget": async () => [
    await operator.scene.connect(operator.organization, "11111111-1"),
  ],
  "connection delete": async () => [
    await operator.scene.connect(operator.organization, "11111111-1"),
  ],
  "link list": async () => [operator.organization],
  "link cancel": async () => [await operator.aLink()],
  "job list": async () => ["--connector", "banco_a"],
  "job show": async () => [await operator.aFailedJob()],
  "operation show": async () => [await operator.anOperation("done")],
  "operation reconcile": async () => [await operator.anOperation("unknown")],
  "emissions hold": async () => [],
  "emissions release": async () => [],
  "dead-letters list": async () => {
    await withQueues();
    return ["--of", "emission"];
  },
  "dead-letters redrive": async () => [],
  "dead-letters purge": async () => [],
  "schedules forget": async () => [],
  "audit show": async () => [await operator.aRequest()],
  "audit list": async () => [operator.organization],
  "evidence list": async () => [operator.organization],
  "evidence open": async () => [await operator.aFailedJob()],
  "stage smoke": async () => {
    operator.answerNextSmoke("ok");
    return [];
  },
  "stage prune": async () => [],
  "stage stack": async () => [],
  "restore begin": async () => [],
  "restore replay": async () => [],
  "restore finish": async () => [],
};

test("each command of the table is tried here", () => {
  expect(commands.length).toBeGreaterThan(30);
  expect(Object.keys(subjects)).toEqual(commands.map(({ command }) => command));
});

test("a group is a thin file over verbs", async () => {
  const folder = new URL("../../infra/deploy/admin/", import.meta.url);
  const groups = await readFile(new URL("groups.ts", folder), "utf8");
  const files = [...groups.matchAll(/import\("(\.\/[\w-]+\.ts)"\)/g)].map(([, file = ""]) => file);
  expect(files).toHaveLength(Object.keys(table).length);
  for (const file of files) {
    const lines = (await readFile(new URL(file, folder), "utf8")).trimEnd().split("\n");
    expect(lines.length, file).toBeLessThanOrEqual(40);
  }
});

describe.each(commands)("$command", ({ command, entry, takes = [], asks }) => {
  const [group = "", verb = ""] = command.split(" ");

  test("shows how to call it, and refuses unknown input in one line", async () => {
    const { code, stdout } = await operator.run(command, ["--help"], { WORKER_DATABASE_URL: "" });
    expect([code, stdout]).toEqual([0, expect.stringContaining(callOf(group, verb, entry))]);
    expect(stdout.replaceAll(/\n +/g, " ")).toContain(entry.does);
    const ids = takes.map((place) => unknownIds[place.replace("?", "")] ?? "");
    const wrong = await operator.run(command, [
      ...ids,
      ...operator.filled(entry, ids[0]),
      "--nothing-like-it",
    ]);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.said).toEqual([expect.stringContaining("nothing-like-it")]);
  });

  test("succeeds, records any change, and prints no secret", async () => {
    const about = await (subjects[command] ?? (async () => []))();
    const given = [...about, ...operator.filled(entry, about[0])];
    const before = await operator.actions();
    if (asks !== undefined) {
      expect(await operator.run(command, given, { OPERATOR: "" })).toMatchObject({
        code: 2,
        stdout: "",
      });
    }
    if (asks === "reason" || asks === "confirm") {
      const silent = given.filter((word) => word !== "--reason" && word !== "ticket 12");
      expect(await operator.run(command, silent)).toMatchObject({ code: 2, stdout: "" });
    }
    if (asks === "confirm") {
      const other = given.map((word, at) =>
        given[at - 1] === "--confirm" ? operator.keyId : word,
      );
      expect(await operator.run(command, other)).toMatchObject({ code: 2, stdout: "" });
      const rehearsed = await operator.run(command, [...given.slice(0, -2), "--dry-run"]);
      expect(rehearsed).toMatchObject({ code: 0, answer: { rehearsed: true } });
    }
    expect(await operator.actions()).toEqual(before);

    const { code, stdout, stderr } = await operator.run(command, given);
    expect(code, stderr).toBe(0);
    const made = (await operator.actions()).slice(before.length);
    if (asks === undefined) expect(made).toEqual([]);
    else {
      const reason = asks === "operator" ? null : "ticket 12";
      expect(made).toEqual([expect.objectContaining({ command, operator: "ana", reason })]);
      expect(stderr).toContain('"event":"admin.done"');
      const [{ organization: of } = { organization: null }] = made;
      const shown = `admin.${group}_${verb}`;
      const rows = await operator.scene.database.owner(
        "select actor_kind, actor_id from audit where operation = $1 and organization_id = $2",
        [shown, of],
      );
      if (of !== null) expect(rows[0]).toEqual({ actor_kind: "operator", actor_id: "ana" });
    }
    const { settings, database } = operator.scene;
    const secrets = [
      operator.key,
      operator.clave,
      settings.SERVICE_SECRET,
      settings.masterKey,
      database.url,
    ];
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
    expect(JSON.stringify(made)).not.toMatch(/Un nombre|Otro nombre|La principal/);
  });
});

const named = commands.filter(({ takes = ["SYSTEM"] }) => takes[0] !== "SYSTEM");

test.each(named)("$command refuses an unknown id", async ({ command, entry, takes = [] }) => {
  const before = await operator.actions();
  const ids = takes.map((place) => unknownIds[place.replace("?", "")] ?? "");
  const refused = await operator.run(command, [...ids, ...operator.filled(entry, ids[0])]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  const wrong = await operator.run(command, [
    "ninguno",
    ...ids.slice(1),
    ...operator.filled(entry, "ninguno"),
  ]);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(await operator.actions()).toEqual(before);
});

test.each([
  // It may have been reached, and lost before it answered.
  ["a change", "connector resume", ["banco_a", "--reason", "ticket 12"], "may have been done"],
  ["a list", "organization list", [], "Nothing was changed"],
  [
    "a rehearsal",
    "connection delete",
    [unknownIds["CONN"] ?? "", "--reason", "ticket 12", "--dry-run"],
    "Nothing was changed",
  ],
])(
  "an unreachable database is reported as an unreachable part, and what became of %s",
  async (_, command, args, became) => {
    const away = "postgres://connect_worker:unasenasena@127.0.0.1:9/connect";
    const { code, stdout, said, stderr } = await operator.run(command, args, {
      WORKER_DATABASE_URL: away,
      KEEPER_DATABASE_URL: away,
    });
    expect([code, stdout, said.length]).toEqual([3, "", 1]);
    expect(said[0]).toContain(became);
    expect(stderr).not.toContain("unasenasena");
  },
);

test("an operator's name that cannot be put on record is not called missing", async () => {
  const named = async (name: string) => {
    const args = ["banco_a", "--reason", "ticket 12"];
    const { code, said } = await operator.run("connector pause", args, { OPERATOR: name });
    return [code, said[0]];
  };
  expect(await named("")).toEqual([2, expect.stringContaining("OPERATOR is not set")]);
  expect(await named("Ana Ñandú")).toEqual([2, expect.stringContaining("A-Z a-z 0-9")]);
});

test("the name of an organization has nothing hidden in it, as if its owner had given it", async () => {
  const args = ["--name", "Uno\u202e\nDos \u{e0041}"];
  const { answer } = await operator.run("organization create", args);
  const named = "select name from organizations where id = $1";
  const rows = await operator.scene.database.owner(named, [answer["organization"]]);
  expect(rows).toEqual([{ name: "Uno Dos" }]);
});

test("who enables a system is told which live keys do not reach it", async () => {
  const { scene } = operator;
  const organization = await operator.anOrganization();
  const make = async (scopes: string[]) => (await scene.key(organization, scopes)).id;
  await make(["banco_b:read"]);
  const lacking = await make(["core:read"]);
  const revoked = await make(["core:read"]);
  expect((await operator.run("key revoke", [revoked, "--reason", "ticket 12"])).code).toBe(0);
  const { answer } = await operator.run("connector enable", [organization, "banco_b"]);
  expect(answer["keysWithoutIt"]).toMatchObject([{ id: lacking }]);
});

test("as a process: one object of JSON on standard output, and the exit code", async () => {
  const { settings } = operator.scene;
  const env = { WORKER_DATABASE_URL: settings.WORKER_DATABASE_URL, OPERATOR: "" };
  const child = await startProgram("infra/deploy/admin.ts", ["organization", "list"], env);
  expect(await child.ended).toMatchObject({ code: 0 });
  expect(JSON.parse(child.output().stdout)).toHaveProperty("organizations");
});
