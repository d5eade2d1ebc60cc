import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkDigitOf, todayInSantiago } from "#lib/chile/index.ts";
import { setPolicy } from "#lib/acts/fee-receipts/index.ts";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { processState, type Child } from "#tests/support/processes/child-process.ts";
import { startWorker, type Signal } from "#tests/support/processes/child-worker.ts";
import { feeReceipt } from "#tests/support/scenes/fee-lane.ts";
import { anyReceipt } from "#tests/support/planted/issuer.ts";
import { tributarioScene, type TributarioScene } from "#tests/support/scenes/tributario-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

type Point = CrashPoint & `emission.${string}`;

interface Cell {
  name: string;
  /** Where the worker gets the signal. */
  point: Point;
  signal: Signal;
  /** The state of its request in the end, after housekeeping and take-over. */
  ends: "issued" | "inconclusive";
  effects: 0 | 1;
}

const killed = { signal: "SIGKILL", ends: "issued", effects: 1 } as const;
const frozen = { ...killed, signal: "SIGSTOP" } as const;
const unsent = { ends: "inconclusive", effects: 0 } as const;

/** The crash table of emissions, for receipts: each at its own company. */
const cells: Cell[] = [
  { name: "after the claim", point: "emission.after_claim", ...killed },
  { name: "confirmed, before the barrier", point: "emission.before_barrier", ...killed },
  { name: "past the barrier, unsent", point: "emission.after_barrier", ...killed, ...unsent },
  { name: "after the effect", point: "emission.after_send", ...killed },
  { name: "before the record", point: "emission.before_record", ...killed },
  { name: "after the record", point: "emission.after_record", ...killed },
  { name: "a zombie before the barrier", point: "emission.before_barrier", ...frozen },
  // Its session has expired by the time it thaws: what it sends reaches nobody.
  { name: "a zombie past the barrier", point: "emission.after_barrier", ...frozen, ...unsent },
];

interface Given {
  company: string;
  connection: string;
  key: string;
  input: object;
  child: Child | null;
}

let scene: TributarioScene;
let owner: TestOrganization;
const given = new Map<string, Given>();
const of = (name: string): Given => {
  const found = given.get(name);
  if (found === undefined) throw new TypeError(name);
  return found;
};

beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  await setPolicy(scene.contextOf(owner.id), anyReceipt);
  const fecha = todayInSantiago(scene.clock.now());
  scene.pause();
  for (const [place, { name }] of cells.entries()) {
    const body = 77_100_101 + place;
    const company = `${body}-${checkDigitOf(body)}`;
    const login = { rut: company, clave: "clave-tributario", empresa: company };
    const connection = await scene.connect(owner.id, login);
    const input = { ...feeReceipt(`OC-${place}`), fecha };
    given.set(name, { company, connection, key: randomUUID(), input, child: null });
    const { body: answered } = await ask(of(name));
    expect(answered.data, JSON.stringify(answered)).toMatchObject({ state: "pending" });
  }
  const waiting = [...cells];
  const oneAfterAnother = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all([oneAfterAnother(), oneAfterAnother()]);
}, 240_000);

afterAll(async () => {
  for (const { child } of given.values()) child?.process.kill("SIGKILL");
  await scene.close();
});

function ask({ key, connection, input }: Given, idempotencyKey = key) {
  const call = { key: owner.key, connection, idempotencyKey };
  return scene.call("honorarios.solicitar", input, call);
}

async function operation({ key }: Given) {
  const [row] = await scene.database.owner(
    "select id, state, job_id from operations where idempotency_key = $1",
    [key],
  );
  return row;
}

async function run({ name, point, signal }: Pick<Cell, "name" | "point" | "signal">) {
  const one = of(name);
  const jobId = String((await operation(one))?.["job_id"]);
  const child = startWorker(scene, { takes: "emissions", jobId, crashPoint: point, signal });
  one.child = child;
  if (signal === "SIGSTOP") {
    const state = () => processState(child.pid);
    await pollUntil(state, (now) => now === "T", 90);
    return;
  }
  expect(await child.ended, child.output().stderr).toEqual({ code: null, signal: "SIGKILL" });
}

/** What the company has issued through the form, by the portal's own account. */
async function effectsOf(one: Given): Promise<number> {
  return (await issuedBy(one)).length;
}

async function issuedBy({ company }: Given): Promise<{ folio: number; estado: string }[]> {
  const periodo = todayInSantiago(scene.clock.now()).slice(0, 7);
  const path = `/portals/tributario/truth?resource=boletas&periodo=${periodo}&rut=${company}&lado=emitidas`;
  const { body } = await scene.sandbox.control<{ rows: { folio: number; estado: string }[] }>(
    "GET",
    path,
  );
  return body.rows.filter(({ folio }) => folio > 500_000);
}

/** Longer than a session left open, but soon enough that an order is not too old to send. */
async function takeOver(names: readonly string[]): Promise<void> {
  for (let minute = 0; minute < 12; minute += 1) {
    scene.advance(61);
    await scene.housekeeping();
    if (minute === 11) scene.resume();
  }
  for (const name of names) {
    const ended = async (): Promise<unknown> => {
      await scene.housekeeping();
      return (await operation(of(name)))?.["state"];
    };
    await pollUntil(ended, (state) => state === "done" || state === "unknown", 90);
  }
  // Only now the frozen ones continue.
  for (const name of names) {
    const { child } = of(name);
    child?.process.kill("SIGCONT");
    await child?.ended;
  }
}

describe("after housekeeping and take-over", () => {
  beforeAll(() => takeOver(cells.map(({ name }) => name)), 300_000);

  test.each(cells)("$name: $ends, $effects effects", async ({ name, ends, effects }) => {
    const one = of(name);
    const { body } = await ask(one);
    expect(body.data).toMatchObject({ state: ends, operacionId: (await operation(one))?.["id"] });
    expect(body.meta["idempotency"]).toBe("replayed");
    expect(await effectsOf(one)).toBe(effects);
    // The same receipt under another key is refused, whatever happened to the first.
    const again = await ask(one, randomUUID());
    expect(again.body.error?.code).toBe("honorarios_duplicate_reference");
    expect(await effectsOf(one)).toBe(effects);
  });

  test("every receipt has its operation, and no key has two", async () => {
    const expected = cells.reduce((sum, { effects }) => sum + effects, 0);
    expect(await scene.log()).toMatchObject({
      emitted: expected,
      sends: expected,
      max_sessions: 1,
    });
  });
});

/** Each at a company whose receipt was issued above. */
const annulments = [
  { name: "after the claim", point: "emission.before_barrier", signal: "SIGSTOP" },
  { name: "confirmed, before the barrier", point: "emission.after_barrier", signal: "SIGKILL" },
  { name: "after the effect", point: "emission.after_send", signal: "SIGKILL" },
] as const;

describe("annulments, interrupted in the same way", () => {
  beforeAll(async () => {
    // Their papers are fetched first: one session at a time.
    const open = async (): Promise<unknown> => {
      await scene.housekeeping();
      const jobs = "select 1 from sync_jobs where status in ('queued', 'running')";
      return (await scene.database.owner(jobs)).length;
    };
    await pollUntil(open, (count) => count === 0, 120);
    scene.pause();
    for (const { name } of annulments) {
      const one = of(name);
      const { body } = await ask(one);
      const input = { solicitudId: body.data?.["solicitudId"], causa: 3 };
      Object.assign(one, { key: randomUUID(), input });
      const call = { key: owner.key, connection: one.connection, idempotencyKey: one.key };
      const asked = await scene.call("honorarios_anulacion.solicitar", input, call);
      expect(asked.body.data, JSON.stringify(asked.body)).toMatchObject({ state: "pending" });
    }
    for (const cell of annulments) await run(cell);
    await takeOver(annulments.map(({ name }) => name));
  }, 300_000);

  test.each(annulments)("$signal at $point", async ({ name, point }) => {
    const one = of(name);
    const isUnsent = point === "emission.after_barrier";
    expect(await operation(one)).toMatchObject({ state: isUnsent ? "unknown" : "done" });
    expect(await issuedBy(one)).toMatchObject([{ estado: isUnsent ? "VIGENTE" : "ANULADA" }]);
  });

  test("each was sent once, or never", async () => {
    const issued = cells.reduce((sum, { effects }) => sum + effects, 0);
    expect(await scene.log()).toMatchObject({ annulled: 2, sends: issued + 2, max_sessions: 1 });
  });
});
