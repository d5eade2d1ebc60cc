import { afterAll, beforeAll, expect, test } from "vitest";
import {
  secret,
  tokenScene,
  type Agent,
  type TokenScene,
} from "#tests/support/scenes/token-scene.ts";
import { bundleProgram, compiledBefore } from "#tests/support/processes/bundled-child.ts";
import { spawnChild, type Child } from "#tests/support/processes/child-process.ts";
import { pollUntil } from "#tests/support/poll-until.ts";
import type { TokenOrder } from "./token-child.ts";

/* A code and a refresh token are exchanged once, whichever process is asked and whenever one dies. */

let scene: TokenScene;
let program: string;
beforeAll(async () => {
  scene = await tokenScene();
  program = await bundleProgram("tests/faults/token-child.ts");
}, 60_000);
afterAll(() => scene.close());

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface Other {
  child: Child;
  ask(form: Record<string, string>): Promise<Answer>;
  refresh(agent: Agent, token: string): Promise<Answer>;
}

async function otherProcess(): Promise<Other> {
  const { url, authUrl } = scene.database;
  const order: TokenOrder = { url, authUrl, secret };
  const child = spawnChild(process.execPath, [program, JSON.stringify(order)], {
    env: compiledBefore(),
  });
  const said = await pollUntil(
    async () => child.output(),
    ({ stdout }) => /^\d+$/m.test(stdout),
    30,
  );
  const ask: Other["ask"] = async (form) => {
    const answer = await fetch(`http://127.0.0.1:${said.stdout.trim()}`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    child,
    ask,
    refresh: ({ clientId }, token) =>
      ask({ grant_type: "refresh_token", refresh_token: token, client_id: clientId }),
  };
}

async function withTokens() {
  const agent = await scene.agent();
  const { body } = await agent.redeem(await agent.code());
  return { agent, token: body.refresh_token ?? "" };
}

/** For each token of the grant, whether it is the current one. */
async function family({ grantId }: Agent): Promise<unknown[]> {
  const rows = await scene.database.owner(
    `select revoked is null as current from auth.oauth_refresh_token
     where reference_id = $1 order by current`,
    [grantId],
  );
  return rows.map(({ current }) => current);
}

test("of 20 simultaneous requests at two processes, one redeems a code", async () => {
  const other = await otherProcess();
  const agent = await scene.agent();
  const code = await agent.code();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? agent.redeem(code) : other.ask(agent.redemption(code)),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  // What the first was given stays its own, however often the code is sent again.
  expect(await family(agent)).toEqual([true]);
  other.child.process.kill();
  await other.child.ended;
}, 60_000);

test("a code that one process redeemed is a replay at another, which ends its grant", async () => {
  const other = await otherProcess();
  const agent = await scene.agent();
  const code = await agent.code();
  const given = await other.ask(agent.redemption(code));
  expect(given.status).toBe(200);
  scene.pass(11_000);
  expect((await agent.redeem(code)).body.error).toBe("invalid_grant");
  const refused = await other.refresh(agent, String(given.body["refresh_token"]));
  expect(refused).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  other.child.process.kill();
  await other.child.ended;
}, 60_000);

test("20 simultaneous requests at two processes get the same answer, and rotate once", async () => {
  const other = await otherProcess();
  const { agent, token } = await withTokens();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) =>
      n % 2 === 0 ? agent.refresh(token) : other.refresh(agent, token),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(new Set(answers.map(({ body }) => body["refresh_token"])).size).toBe(1);
  expect(await family(agent)).toEqual([false, true]);
  other.child.process.kill();
  await other.child.ended;
}, 60_000);

/** The library's write before which its process dies, and which of its tokens are current then. */
const deaths: [when: string, write: string, left: boolean[]][] = [
  ["before it marks the old one", "update of revoked", [true]],
  ["between the mark and the next one", "insert", [false]],
  ["between the next one and its answer", "update of rotation_replay_response", [false, true]],
];

test.each(deaths)(
  "a process killed %s leaves one family, and its client's retry works",
  async (_, write, left) => {
    const other = await otherProcess();
    const { agent, token } = await withTokens();
    // The library's write waits here for the parent's lock, and its process is killed meanwhile.
    await scene.database.owner(`
      create function wait_here() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(15); return new; end $$;
      create trigger wait_here before ${write} on auth.oauth_refresh_token
        for each row execute function wait_here();
      select pg_advisory_lock(15)`);
    const lost = other.refresh(agent, token).catch(() => "lost");
    const waiting = () =>
      scene.database.owner(
        `select pid from pg_stat_activity where datname = current_database()
           and wait_event = 'advisory' and query like '%oauth_refresh_token%'`,
      );
    const [backend] = await pollUntil(waiting, (rows) => rows.length > 0, 20);
    other.child.process.kill("SIGKILL");
    expect(await other.child.ended).toMatchObject({ signal: "SIGKILL" });
    // The database does not complete on its own what the process had not written.
    await scene.database.owner("select pg_terminate_backend($1)", [backend?.["pid"]]);
    await scene.database.owner("select pg_advisory_unlock(15)");
    await scene.database.owner("drop function wait_here cascade");
    expect(await lost).toBe("lost");
    expect(await family(agent)).toEqual(left);
    const again = await agent.refresh(token);
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect(await family(agent)).toEqual([false, true]);
    expect((await agent.refresh(again.body.refresh_token ?? "")).status).toBe(200);
    expect(await family(agent)).toEqual([false, false, true]);
  },
  60_000,
);
