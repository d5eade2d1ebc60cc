import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dropOldAnswers } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { ledgerScene, type LedgerScene } from "#tests/support/scenes/ledger-scene.ts";
import type { Act } from "../act.ts";
import { readLive } from "./read-live.ts";

/** Each visit to the portal, by what was read there. */
let read: unknown[] = [];

const act: Act = {
  terms: {
    kinds: ["honorarios"],
    answers: "outcome",
    words: {
      done: "hecho",
      refusals: {},
      unknown: "timeout",
      overdue: "timeout",
      notFound: "tributario_emission_not_found",
      askCall: () => ({}),
    },
  },
  place: "mesón",
  open: () => Promise.reject(new TypeError("nothing is done")),
  live: {
    previsualizar: async (_ctx, _job, input) => async () => {
      read.push(input);
      if (input === "closed") throw new AppError("upstream_error", { details: { closed: true } });
      return { de: input, bruto: 500_000 };
    },
  },
};

let scene: LedgerScene;
beforeAll(async () => {
  scene = await ledgerScene([act]);
});
afterAll(() => scene.api.close());
beforeEach(() => {
  read = [];
  scene.held.jobs = null;
});

/** From a program: what the service reads for itself takes nobody's place. */
function ask(input: unknown): Promise<unknown> {
  const ctx = { ...scene.ctx, actor: { ...scene.ctx.actor, kind: "api_key" as const } };
  const question = { kind: "honorarios", reading: "previsualizar", input } as const;
  return readLive(ctx, scene.connection, question);
}

const kept = () =>
  scene.api.database.owner(
    `select status, asked is not null or answer is not null as kept, answer_expires_at as until
     from sync_jobs where kind = 'live' order by created_at desc, id desc limit 1`,
  );

test("what is read is answered to its caller, and stored nowhere", async () => {
  expect(await ask("OC-118")).toEqual({ de: "OC-118", bruto: 500_000 });
  expect(read).toEqual(["OC-118"]);
  expect(await kept()).toEqual([{ status: "succeeded", kept: false, until: null }]);
});

test("what stopped it is its caller's error, and the question is not kept", async () => {
  await expect(ask("closed")).rejects.toMatchObject({
    code: "upstream_error",
    details: { closed: true },
  });
  expect(await kept()).toEqual([{ status: "failed", kept: false, until: null }]);
});

test("while it waits it is sealed, and a late wake-up reads nothing", async () => {
  const { held, api, run } = scene;
  const jobs: string[] = [];
  held.jobs = jobs;
  const asked = ask("OC-119").catch((error: AppError) => error.code);
  await expect.poll(() => jobs).toHaveLength(1);
  const [{ asked: sealed } = { asked: null }] = await api.database.owner(
    "select asked from sync_jobs where id = $1",
    [jobs[0]],
  );
  expect(sealed).toBeInstanceOf(Buffer);
  expect((sealed as Buffer).includes("OC-119")).toBe(false);
  api.clock.advance(61_000);
  await run(jobs[0] ?? "");
  expect(await asked).toBe("timeout");
  expect(read).toEqual([]);
});

test("an answer that nobody reads is dropped after five minutes", async () => {
  const { api } = scene;
  await ask("OC-120");
  // As if its caller's process had gone before.
  const until = new Date(api.clock.now().getTime() + 300_000);
  await api.database.owner(
    `update sync_jobs set answer = 'sealed', answer_expires_at = $1
     where id = (select max(id) from sync_jobs where kind = 'live')`,
    [until],
  );
  const housekeeping = { ...api.deps, db: api.database.keeper };
  await dropOldAnswers(housekeeping);
  expect(await kept()).toMatchObject([{ kept: true }]);
  api.clock.moveTo(until);
  await dropOldAnswers(housekeeping);
  expect(await kept()).toMatchObject([{ kept: false, until: null }]);
});

test("of thirteen at once on a connection the last is told to wait", async () => {
  const { held } = scene;
  held.jobs = [];
  const told: string[] = [];
  for (let place = 0; place < 13; place += 1) {
    void ask(place).catch(({ code }: AppError) => told.push(code));
  }
  await expect.poll(() => told).toEqual(["too_many_pending"]);
  await scene.deliver();
});
