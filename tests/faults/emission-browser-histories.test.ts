import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beatAll } from "#lib/jobs/index.ts";
import { tributarioScene } from "#tests/support/scenes/tributario-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";
import {
  ask,
  connectFurther,
  foliosOf,
  operationOf,
  preview,
  tear,
  thaw,
  type BrowserHistory,
  type Stage,
} from "./emission-histories/browser-history.ts";
import { Dice } from "./emission-histories/dice.ts";

const histories = 10;
// A browser costs two hundred times as much as the lanes that `HISTORIES` counts.
const waves = Math.ceil(Number(process.env["HISTORIES"] ?? 1) / 2_000);
const seed = Number(process.env["HISTORY_SEED"] ?? randomInt(1, 2 ** 31));
const open = ["queued", "running", "crossed"];

let stage: Stage;
const companies: { company: string; connection: string }[] = [];
const all: BrowserHistory[] = [];

beforeAll(async () => {
  const scene = await tributarioScene();
  stage = { scene, owner: await scene.organization(), dice: new Dice(seed) };
  for (let place = 1; place <= histories; place += 1) {
    companies.push(await connectFurther(stage, place));
  }
}, 60_000);
afterAll(async () => {
  for (const { process } of all.flatMap(({ workers }) => workers)) process.kill("SIGKILL");
  await stage.scene.close();
}, 60_000);

/** Two at a time, because there are two cores. */
async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const next = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([next(), next()]);
}

async function disturb(): Promise<void> {
  const { scene, dice } = stage;
  for (const kind of ["send_lost", "send_dropped", "send_rejected"]) {
    if (dice.percent(70)) await scene.fault(kind, { times: 1, delayMs: 300 });
  }
  await scene.fault("issued_list_late", { times: 1 + dice.below(4) });
}

/** Clients that call again, also under another key, while the first one waits. */
async function askAgain(history: BrowserHistory): Promise<void> {
  if (stage.dice.percent(40)) await ask(stage, history);
  if (stage.dice.percent(20)) await ask(stage, history, randomUUID());
}

async function comeToRest(wave: readonly BrowserHistory[]): Promise<void> {
  const { scene, dice } = stage;
  const zombies = wave.filter(() => dice.percent(50));
  for (const history of zombies) await thaw(history);
  // Leases expire, and so do the sessions that the dead left open.
  for (let minute = 0; minute < 12; minute += 1) {
    scene.advance(61);
    await scene.housekeeping();
  }
  scene.resume();
  let looks = 0;
  const isOpen = async (): Promise<boolean> => {
    looks += 1;
    // Only now and then: a working session must not look idle.
    if (looks % 20 === 0) {
      scene.advance(61);
      await beatAll();
      await scene.housekeeping();
    }
    for (const history of wave) {
      if (open.includes((await operationOf(stage, history)).state)) return true;
    }
    return false;
  };
  await pollUntil(isOpen, (left) => !left, 180);
  for (const history of wave) await thaw(history);
  await scene.sandbox.control("DELETE", "/portals/tributario/faults");
  await inPairs(wave, async (history) => {
    const { id, state } = await operationOf(stage, history);
    const caller = { key: stage.owner.key, connection: history.connection };
    if (state !== "unknown") return;
    const operacionId = id;
    // A session left open blocks the login until it expires.
    const reconcile = async () =>
      (await scene.call("emision.reconciliar", { operacionId }, caller)).status;
    await pollUntil(reconcile, (status) => status === 200 || (scene.advance(661), false), 120);
  });
  await Promise.all(wave.flatMap(({ waiting }) => waiting));
}

async function judge(history: BrowserHistory): Promise<string> {
  const { state, folio } = await operationOf(stage, history);
  const folios = await foliosOf(stage, history);
  const about = `${state}, key ${history.key} of ${history.company}`;
  if (state === "done") expect(folios, about).toEqual([folio]);
  else expect(folios, about).toEqual([]);
  if (state === "released") return state;
  const first = history.told.find(({ status }) => status === 200);
  const again = [await ask(stage, history), await ask(stage, history)];
  for (const { body } of again) {
    expect(body.meta["idempotency"], about).toBe("replayed");
    expect(body.data, about).toEqual((first ?? again[0])?.body.data);
    expect(body.data !== undefined, about).toBe(state === "done");
    expect(body.error?.details, about).toEqual(again[0]?.body.error?.details);
  }
  return state;
}

test(`${waves * histories} histories through the browser leave no key with two documents, and none without its operation (HISTORY_SEED=${seed})`, async () => {
  const { scene } = stage;
  for (let turn = 0; turn < waves; turn += 1) {
    const wave: BrowserHistory[] = [];
    await inPairs(companies, async (on) => {
      wave.push(await preview(stage, on, 1_000 + turn));
    });
    all.push(...wave);
    scene.pause();
    for (const history of wave) {
      void ask(stage, history);
      await pollUntil(
        () => operationOf(stage, history),
        (row) => row !== undefined,
        20,
      );
    }
    await disturb();
    await inPairs(wave, async (history) => {
      await tear(stage, history);
      await askAgain(history);
    });
    await comeToRest(wave);
  }
  const sent = await scene.log();
  const ends: string[] = [];
  for (const history of all) ends.push(await judge(history));
  console.log(`HISTORY_SEED=${seed}`, ends.toSorted().join(" "));
  expect(ends).toHaveLength(waves * histories);
  expect(ends).toContain("done");
  const after = await scene.log();
  expect([after["sends"], after["emitted"]]).toEqual([sent["sends"], sent["emitted"]]);
  expect(after["emitted"]).toBe(ends.filter((state) => state === "done").length);
  expect(after["sends"]).toBeLessThanOrEqual(ends.filter((state) => state !== "released").length);
}, 900_000);
