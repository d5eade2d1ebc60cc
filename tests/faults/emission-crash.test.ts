import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkDigitOf, periodoOf } from "#lib/chile/index.ts";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import type { Answered, TestOrganization } from "#tests/support/scenes/api.ts";
import { processState, type Child } from "#tests/support/processes/child-process.ts";
import { startWorker, type Signal } from "#tests/support/processes/child-worker.ts";
import {
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

type Point = CrashPoint & `emission.${string}`;

interface Cell {
  name: string;
  /** Where the worker gets the signal; null: no worker takes the job. */
  point: Point | null;
  signal: Signal;
  /** What the same key is told in the end, after housekeeping and take-over. */
  ends: "done" | "unknown";
  effects: 0 | 1;
}

/** A crash at every point between the claim and the answer, and what must be true afterwards. */
const cells: Cell[] = [
  { name: "before the claim", point: null, signal: "SIGKILL", ends: "done", effects: 1 },
  {
    name: "after the claim",
    point: "emission.after_claim",
    signal: "SIGKILL",
    ends: "done",
    effects: 1,
  },
  {
    name: "signed, before the barrier",
    point: "emission.before_barrier",
    signal: "SIGKILL",
    ends: "done",
    effects: 1,
  },
  {
    name: "after the barrier, before the effect",
    point: "emission.after_barrier",
    signal: "SIGKILL",
    ends: "unknown",
    effects: 0,
  },
  {
    name: "after the effect",
    point: "emission.after_send",
    signal: "SIGKILL",
    ends: "done",
    effects: 1,
  },
  {
    name: "before the record",
    point: "emission.before_record",
    signal: "SIGKILL",
    ends: "done",
    effects: 1,
  },
  {
    name: "after the record, before the answer",
    point: "emission.after_record",
    signal: "SIGKILL",
    ends: "done",
    effects: 1,
  },
  {
    name: "a zombie frozen before the barrier",
    point: "emission.before_barrier",
    signal: "SIGSTOP",
    ends: "done",
    effects: 1,
  },
  {
    name: "a zombie frozen between barrier and effect",
    point: "emission.after_barrier",
    signal: "SIGSTOP",
    ends: "unknown",
    // Its session has expired by the time it thaws: what it sends reaches nobody.
    effects: 0,
  },
];

interface Given {
  company: string;
  connection: string;
  previewRef: string;
  key: string;
  first: Promise<Answered>;
  jobId: string;
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
  for (const [place, { name }] of cells.entries()) await prepare(name, place + 1);
  scene.pause();
  for (const one of given.values()) {
    one.first = emit(one, one.key);
    one.jobId = await jobOf(one.key);
  }
  const waiting = cells.filter(({ point }) => point !== null);
  const oneAfterAnother = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all([oneAfterAnother(), oneAfterAnother()]);
}, 180_000);

afterAll(async () => {
  for (const { child } of given.values()) child?.process.kill("SIGKILL");
  await scene.close();
});

async function prepare(name: string, place: number): Promise<void> {
  const [rut = "", company = ""] = [16_000_000 + place, 77_100_100 + place].map(
    (body) => `${body}-${checkDigitOf(body)}`,
  );
  const connection = await scene.connect(owner.id, {
    rut,
    clave: "clave-tributario",
    claveCertificado: "firma-tributario",
    empresa: company,
  });
  const call = { key: owner.key, connection };
  const answer = await scene.call("dte.previsualizar", invoice(), call);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const previewRef = String(answer.body.data?.["previewRef"]);
  const key = randomUUID();
  const first = Promise.resolve(answer);
  given.set(name, { company, connection, previewRef, key, first, jobId: "", child: null });
}

function emit({ connection, previewRef }: Given, idempotencyKey: string): Promise<Answered> {
  const call = { key: owner.key, connection, idempotencyKey };
  return scene.call("dte.emitir", { previewRef }, call);
}

async function jobOf(key: string): Promise<string> {
  const ask = async (): Promise<unknown> => (await operation(key))?.["job_id"];
  return String(await pollUntil(ask, (id) => id !== undefined, 10));
}

async function operation(key: string) {
  const rows = await scene.database.owner(
    "select * from operations where idempotency_key = $1 order by created_at desc",
    [key],
  );
  return rows[0];
}

async function run({ name, point, signal }: Cell): Promise<void> {
  const one = of(name);
  const fate = { jobId: one.jobId, crashPoint: point ?? "", signal };
  one.child = startWorker(scene, { takes: "emissions", ...fate });
  if (signal === "SIGKILL") {
    const { child } = one;
    expect(await child.ended, child.output().stderr).toEqual({ code: null, signal: "SIGKILL" });
    return;
  }
  const { pid } = one.child;
  await pollUntil(
    () => processState(pid),
    (state) => state === "T",
    60,
  );
}

/** What the company has issued since the sandbox began, by the portal's own account. */
async function effectsOf({ company }: Given): Promise<number> {
  const periodo = periodoOf(scene.clock.now());
  const path = `/portals/tributario/truth?resource=dte&periodo=${periodo}&rut=${company}`;
  const { body } = await scene.sandbox.control<{ rows: { folio: number }[] }>("GET", path);
  return body.rows.filter(({ folio }) => folio > 500_000).length;
}

test("a call that ends before the work is told so, with how to ask later", async () => {
  // The others' work cannot have ended, however long the wait.
  const unfinished = cells.filter(({ point }) => point !== "emission.after_record");
  expect(unfinished).toHaveLength(cells.length - 1);
  for (const { name } of unfinished) {
    const one = of(name);
    const { body } = await one.first;
    expect([name, body.error?.code]).toEqual([name, "timeout"]);
    const { id } = (await operation(one.key)) ?? {};
    expect(body.error?.details).toMatchObject({ operacionId: id, sameKey: true });
  }
}, 60_000);

test("during a lease the same key is told to wait, and another key gets nothing", async () => {
  for (const { name } of cells) {
    const one = of(name);
    const again = await emit(one, one.key);
    const code = name.startsWith("after the record") ? undefined : "idempotency_in_progress";
    expect([name, again.body.error?.code]).toEqual([name, code]);
    const other = await emit(one, randomUUID());
    expect([name, other.body.error?.code]).toEqual([name, "tributario_preview_token_invalid"]);
  }
}, 60_000);

describe("after housekeeping and take-over", () => {
  beforeAll(async () => {
    // Longer than a session left open, but soon enough that an order is not too old to send.
    for (let minute = 0; minute < 12; minute += 1) {
      scene.advance(61);
      await scene.housekeeping();
      if (minute === 11) scene.resume();
    }
    for (const { name } of cells) {
      const one = of(name);
      const ended = async (): Promise<unknown> => {
        await scene.housekeeping();
        return (await operation(one.key))?.["state"];
      };
      await pollUntil(ended, (state) => state === "done" || state === "unknown", 60);
    }
    // Only now the frozen ones continue, and the late list is checked again.
    for (const { child } of given.values()) {
      if (child !== null && child.process.exitCode === null) child.process.kill("SIGCONT");
    }
    for (const { name, signal } of cells) if (signal === "SIGSTOP") await of(name).child?.ended;
    for (const { name } of cells) {
      const one = of(name);
      if ((await operation(one.key))?.["state"] !== "unknown") continue;
      const call = { key: owner.key, connection: one.connection };
      const operacionId = (await operation(one.key))?.["id"];
      await scene.call("emision.reconciliar", { operacionId }, call);
    }
  }, 180_000);

  test.each(cells)("$name: $ends, $effects effects", async (cell) => {
    const one = of(cell.name);
    expect(await effectsOf(one)).toBe(cell.effects);
    const first = await emit(one, one.key);
    const second = await emit(one, one.key);
    if (cell.ends === "done") {
      expect(first.body.data).toMatchObject({ estado: "emitido", tipoDte: 33 });
      expect(second.body.data).toEqual(first.body.data);
      expect(first.body.meta["idempotency"]).toBe("replayed");
    } else {
      expect(first.body.error?.code).toBe("tributario_emission_outcome_unknown");
      expect(second.body.error?.details).toEqual(first.body.error?.details);
    }
    const other = await emit(one, randomUUID());
    expect(other.body.error?.code).toBe("tributario_preview_token_invalid");
    expect(await effectsOf(one)).toBe(cell.effects);
  });

  test("every document has its operation, and no key has two", async () => {
    const log = await scene.log();
    const expected = cells.reduce((sum, { effects }) => sum + effects, 0);
    expect(log).toMatchObject({ emitted: expected, sends: expected, max_sessions: 1 });
  });
});
