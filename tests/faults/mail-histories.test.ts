import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { Dice } from "./emission-histories/dice.ts";
import { fateOf } from "./emission-histories/fate-of.ts";
import type { MortalProcess } from "./emission-histories/mortal-process.ts";
import { openMailLane, type MailLane } from "./mail-histories/lane.ts";
import { sendFaults } from "./mail-histories/played-provider.ts";

const histories = Number(process.env["HISTORIES"] ?? 16);
const seed = Number(process.env["HISTORY_SEED"] ?? randomInt(1, 2 ** 31));
const historiesOfLane = 60;
const points: CrashPoint[] = [
  "emission.after_claim",
  "mail.after_draft",
  "emission.before_barrier",
  "emission.after_barrier",
  "emission.after_send",
  "emission.before_record",
  "emission.after_record",
];

let lane: MailLane;
beforeAll(async () => {
  lane = await openMailLane();
});
afterAll(() => lane.api.close());

type Client = Awaited<ReturnType<MailLane["newAccount"]>>;
type Asked = ReturnType<MailLane["send"]> & { key: string };

/** What one history has started. */
class Scene {
  readonly asked: Asked[] = [];
  readonly processes: MortalProcess[] = [];
  readonly dice: Dice;
  readonly client: Client;
  readonly keys = [randomUUID(), randomUUID()];

  constructor(dice: Dice, client: Client) {
    this.dice = dice;
    this.client = client;
  }

  async ask(key: string, isMortal = true): Promise<Asked> {
    const sent = lane.queue.nextSent;
    const fate = isMortal ? fateOf(this.dice, 20, 30) : undefined;
    const call = lane.send(this.client, key, fate);
    const asked = Object.assign(call, { key });
    this.asked.push(asked);
    this.processes.push(call.process);
    await Promise.race([sent, call.process.stopped]);
    return asked;
  }

  async deliverSome(isMortal: boolean): Promise<void> {
    const waiting = [...new Set(lane.queue.messages.splice(0))];
    for (const jobId of waiting) {
      const worker = lane.deliver(jobId, isMortal ? fateOf(this.dice, 60, 60, points) : undefined);
      this.processes.push(worker);
      await worker.stopped;
    }
  }

  async passTime(seconds: number, isMortal: boolean): Promise<void> {
    lane.advance(seconds);
    const chores = lane.housekeeping(isMortal ? fateOf(this.dice, 15, 16) : undefined);
    this.processes.push(chores);
    await chores.stopped;
  }

  frozen(): MortalProcess[] {
    return this.processes.filter(({ state }) => state === "frozen");
  }
}

function disturb({ dice }: Scene): void {
  const { provider } = lane;
  const chance = dice.below(100);
  if (chance < 50) provider.nextSend = dice.pick(sendFaults);
  else if (chance < 60) provider.losesDraft = true;
  else if (chance < 70) provider.isDown = !provider.isDown;
  else if (chance < 80) provider.arrive();
  else provider.byHand(dice.pick(["edit", "delete", "send"] as const));
}

async function step(scene: Scene): Promise<void> {
  const { dice } = scene;
  const chance = dice.below(100);
  if (chance < 25) await scene.ask(dice.pick(scene.keys));
  else if (chance < 55) await scene.deliverSome(true);
  else if (chance < 65 && scene.frozen().length > 0) dice.pick(scene.frozen()).thaw();
  else if (chance < 80) disturb(scene);
  else await scene.passTime(dice.pick([5, 31, 61, 305, 905]), true);
}

/** Everything frozen continues, delayed requests arrive, and time passes until nothing is due. */
async function comeToRest(scene: Scene): Promise<void> {
  const { provider } = lane;
  Object.assign(provider, { isDown: false, nextSend: null, losesDraft: false });
  if (scene.dice.percent(50)) provider.arrive();
  for (let round = 0; round < 14; round += 1) {
    for (const one of scene.frozen()) one.thaw();
    await scene.deliverSome(false);
    await scene.passTime(round < 8 ? 61 : 1_800, false);
    if (round === 5) provider.arrive();
  }
}

async function judge(scene: Scene): Promise<Map<string, number>> {
  const ids = await lane.api.database.owner(
    `select id, state, idempotency_key as key, external_ref as name from operations
    where connection_id = $1`,
    [scene.client.connection],
  );
  const { delivered } = lane.provider;
  const ends = new Map<string, number>();
  const ofKey = new Map<string, number>();
  for (const { id, state, key, name } of ids) {
    const own = delivered.filter(({ operacion }) => operacion === id);
    const ours = own.filter(({ byHand }) => !byHand).length;
    expect(own.length, `${String(id)} went out ${own.length} times`).toBeLessThanOrEqual(1);
    ofKey.set(String(key), (ofKey.get(String(key)) ?? 0) + ours);
    ends.set(String(state), (ends.get(String(state)) ?? 0) + 1);
    expect(["done", "rejected", "released", "unknown"]).toContain(state);
    if (state === "done") expect(own.map((one) => one.id)).toEqual([name]);
    if (state === "rejected" || state === "released") expect(ours, state).toBe(0);
  }
  for (const [key, sent] of ofKey) expect(sent, key).toBeLessThanOrEqual(1);
  for (const { answer } of scene.asked) {
    const data = answer?.body.data;
    if (data?.["estado"] !== "enviado") continue;
    expect(delivered.map(({ id }) => id)).toContain(data["mensajeId"]);
  }
  return ends;
}

async function play(number: number): Promise<Map<string, number>> {
  const scene = new Scene(new Dice(seed + number * 7_919), await lane.newAccount());
  try {
    const [first = ""] = scene.keys;
    await scene.ask(first);
    if (scene.dice.percent(50)) disturb(scene);
    for (let left = 6 + scene.dice.below(8); left > 0; left -= 1) await step(scene);
    await comeToRest(scene);
    return await judge(scene);
  } catch (error) {
    throw new Error(`history ${number} of HISTORY_SEED=${seed}`, { cause: error });
  } finally {
    for (const process of scene.processes) process.kill();
  }
}

/** A call whose worker lives, and what it is answered. */
async function answered(scene: Scene, key: string) {
  const asked = await scene.ask(key, false);
  await scene.deliverSome(false);
  await asked.process.stopped;
  return asked.answer?.body;
}

test("a send request that arrives after its draft was deleted finds nothing to send", async () => {
  const scene = new Scene(new Dice(seed), await lane.newAccount());
  const key = randomUUID();
  lane.provider.nextSend = "is_late";
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "resultado_desconocido" });
  lane.provider.arrive();
  lane.advance(61);
  expect((await answered(scene, key))?.error).toMatchObject({ details: { enviado: false } });
  expect(lane.provider.delivered).toEqual([]);
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "enviado" });
  expect(lane.provider.delivered).toHaveLength(1);
});

test("a mail that its provider accepted and shows late frees no key, however long nothing is visible", async () => {
  const scene = new Scene(new Dice(seed), await lane.newAccount());
  const key = randomUUID();
  Object.assign(lane.provider, { nextSend: "lags", lagMs: 600_000 });
  const unknown = { estado: "resultado_desconocido" };
  expect((await answered(scene, key))?.data).toMatchObject(unknown);
  for (const seconds of [61, 61, 200]) {
    lane.advance(seconds);
    expect((await answered(scene, key))?.data).toMatchObject(unknown);
  }
  expect(lane.provider.delivered).toHaveLength(1);
  lane.advance(600);
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "enviado" });
  expect(lane.provider.delivered).toHaveLength(1);
});

test("a mail whose answer was lost and that shows late is found by the second check", async () => {
  const scene = new Scene(new Dice(seed), await lane.newAccount());
  const key = randomUUID();
  lane.provider.nextSend = "loses_and_lags";
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "resultado_desconocido" });
  lane.advance(31);
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "resultado_desconocido" });
  lane.advance(31);
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "enviado" });
  expect(lane.provider.delivered).toHaveLength(1);
});

test.each([
  ["was changed by a person before it went out", { asunto: "Factura 7012 (editado)" }],
  ["lost our header on the way, and was changed", { asunto: "Otra", operacion: null }],
])("a mail in the thread that %s frees no key", async (_name, changed) => {
  const scene = new Scene(new Dice(seed), await lane.newAccount());
  const key = randomUUID();
  lane.provider.nextSend = "is_late";
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "resultado_desconocido" });
  // The deleted draft had already been sent and changed by the provider, and shows only now.
  lane.provider.show(changed);
  lane.advance(61);
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "resultado_desconocido" });
  expect(lane.provider.delivered).toEqual([]);
});

test("a draft that a person sends before any barrier is not made and sent again", async () => {
  const scene = new Scene(new Dice(seed), await lane.newAccount());
  const key = randomUUID();
  const asked = await scene.ask(key, false);
  const [jobId = ""] = lane.queue.messages.splice(0);
  const fate = { kind: "ends", at: "emission.before_barrier", how: "dies" } as const;
  await lane.deliver(jobId, fate).stopped;
  lane.provider.byHand("send");
  lane.advance(61);
  await scene.passTime(61, false);
  await scene.deliverSome(false);
  await asked.process.stopped;
  expect(asked.answer?.body.data).toMatchObject({ estado: "enviado" });
  expect(lane.provider.delivered).toEqual([expect.objectContaining({ byHand: true })]);
});

test.each([
  ["at its barrier", (at: MailLane) => (at.provider.whenRead = () => at.advance(16 * 60))] as const,
  ["by the next worker, whose turn is too late", null] as const,
])("what is given up %s leaves no draft among a person's own", async (_name, delay) => {
  const scene = new Scene(new Dice(seed), await lane.newAccount());
  const key = randomUUID();
  const asked = await scene.ask(key, false);
  if (delay === null) {
    const [jobId = ""] = lane.queue.messages.splice(0);
    const fate = { kind: "ends", at: "emission.before_barrier", how: "dies" } as const;
    await lane.deliver(jobId, fate).stopped;
    expect(lane.provider.drafts.size).toBe(1);
    await scene.passTime(16 * 60, false);
  } else delay(lane);
  await scene.deliverSome(false);
  await asked.process.stopped;
  expect(asked.answer?.body.error).toMatchObject({ code: "timeout" });
  expect(lane.provider.drafts.size).toBe(0);
  expect((await answered(scene, key))?.data).toMatchObject({ estado: "enviado" });
  expect(lane.provider.delivered).toHaveLength(1);
});

test("a draft that is gone without our doing proves nothing: a person has to look", async () => {
  const scene = new Scene(new Dice(seed), await lane.newAccount());
  const key = randomUUID();
  lane.provider.nextSend = "vanishes";
  const told = { estado: "resultado_desconocido", puedeReintentar: false };
  expect((await answered(scene, key))?.data).toMatchObject({
    ...told,
    siguientePaso: "reconciliar",
  });
  for (const _ of [1, 2, 3]) {
    lane.advance(700);
    await scene.passTime(1, false);
    await scene.deliverSome(false);
  }
  expect((await answered(scene, key))?.data).toMatchObject({
    ...told,
    siguientePaso: "revisar_enviados",
  });
  expect([lane.provider.delivered, lane.provider.drafts.size]).toEqual([[], 0]);
});

test(
  `${histories} histories of kills, lost answers and people at the drafts deliver no mail twice`,
  async () => {
    const total = new Map<string, number>();
    for (let number = 0; number < histories; number += 1) {
      // A database serves this many: its clock runs ahead with each one.
      if (number > 0 && number % historiesOfLane === 0) {
        await lane.api.close();
        lane = await openMailLane();
      }
      for (const [state, count] of await play(number)) {
        total.set(state, (total.get(state) ?? 0) + count);
      }
    }
    console.log(`HISTORY_SEED=${seed}`, Object.fromEntries(total));
    expect([...total.values()].reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(
      histories,
    );
  },
  60_000 + histories * 5_000,
);
