import { randomUUID } from "node:crypto";
import type { Client } from "./lane.ts";
import { fateOf } from "./fate-of.ts";
import type { History, Previewed } from "./history.ts";
import type { Verdict } from "./run-histories.ts";
import { unknownIn } from "./settle.ts";
import { deliverOne, passTime, stepsOf, thawOne } from "./steps.ts";
import { sendFaults } from "./tax-office.ts";

interface Program {
  client: Client;
  key: string;
  previewed: Previewed;
}

/** One to three programs that want a document or two issued, while all kinds of things go wrong. */
export async function playAtRandom(history: History): Promise<Verdict> {
  const { dice, lane, clients } = history;
  const price = 1_000 + dice.below(50);
  const first = await history.preview(clients[0], price);
  // The second one may look the same in the office's list.
  if (dice.percent(50)) await history.preview(clients[0], dice.percent(60) ? price : price + 1);
  if (dice.percent(10)) byHand(history, price);
  const keys = [randomUUID(), randomUUID()];
  const programs: Program[] = Array.from({ length: 1 + dice.below(3) }, () => {
    const client = dice.percent(85) ? clients[0] : clients[1];
    const place = dice.below(history.previews.length);
    const [previewed = first] = history.previews.slice(place);
    // Mostly a separate key for each document, as it should be.
    return {
      client,
      previewed,
      key: (dice.percent(85) ? keys[place] : undefined) ?? dice.pick(keys),
    };
  });
  await emitOf(history, dice.pick(programs));
  if (dice.percent(50)) disturb(history);
  for (let left = 6 + dice.below(10); left > 0; left -= 1) await step(history, programs);
  lane.office.listIsClosed = false;
  lane.office.formIsClosed = false;
  lane.office.nextSend = null;
  return () => undefined;
}

function byHand({ lane, dice }: History, net: number): void {
  const [date = ""] = lane.api.clock.now().toISOString().split("T");
  const line = `by hand ${dice.below(1_000)}`;
  lane.office.issueByHand({ type: 33, receiver: "76177907-9", date, line, net });
}

async function step(history: History, programs: Program[]): Promise<void> {
  const { dice, lane } = history;
  const chance = dice.below(100);
  if (chance < 18) return emitOf(history, dice.pick(programs));
  if (chance < 54 && lane.queue.messages.length > 0) return deliverOne(history);
  if (chance < 62 && history.frozen().length > 0) {
    return thawOne(history, (one) => history.asked.some(({ call }) => call.process === one));
  }
  if (chance < 74) return disturb(history);
  if (chance < 78) return dice.pick(history.processes).kill();
  if (chance < 84) return reconcileOne(history);
  return passTime(history);
}

async function emitOf(history: History, { client, key, previewed }: Program): Promise<void> {
  const { dice, previews } = history;
  const fate = fateOf(dice, 20, stepsOf.client);
  await history.emit(client, dice.percent(90) ? previewed : dice.pick(previews), key, fate);
}

function disturb({ dice, lane: { office } }: History): void {
  const chance = dice.below(100);
  if (chance < 55) office.nextSend = dice.pick(sendFaults);
  else if (chance < 70) office.listIsLate = true;
  else if (chance < 75) office.listIsClosed = !office.listIsClosed;
  else if (chance < 80) office.formIsClosed = !office.formIsClosed;
  else if (chance < 90) office.arrive();
  else office.catchUp();
}

async function reconcileOne(history: History): Promise<void> {
  const { dice, clients } = history;
  const unknown = await unknownIn(history);
  if (unknown.length === 0) return;
  await history.reconcile(clients[0], dice.pick(unknown), fateOf(dice, 15, stepsOf.client));
}
