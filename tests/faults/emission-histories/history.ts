import { randomUUID } from "node:crypto";
import type { Answered } from "#tests/support/scenes/api.ts";
import { invoice } from "#tests/support/scenes/tributario-scene.ts";
import type { Dice } from "./dice.ts";
import type { Call, Client, Lane } from "./lane.ts";
import { lives, type Fate, type MortalProcess } from "./mortal-process.ts";

/** A previewed document. Its line is unique. */
export interface Previewed {
  ref: string;
  line: string;
  price: number;
  by: Client;
}

/** A client's request to emit, and what it was told, if it was still there. */
export interface AskedCall {
  key: string;
  previewed: Previewed;
  client: Client;
  call: Call;
}

/** What the steps of one history work on, and what its judge is shown. */
export class History {
  readonly lane: Lane;
  readonly dice: Dice;
  readonly clients: readonly [Client, Client];
  readonly previews: Previewed[] = [];
  readonly asked: AskedCall[] = [];
  /** Waiting clients, running workers, and everything frozen. */
  readonly processes: MortalProcess[] = [];

  constructor(lane: Lane, dice: Dice, clients: readonly [Client, Client]) {
    this.lane = lane;
    this.dice = dice;
    this.clients = clients;
  }

  get connection(): string {
    return this.clients[0].connection;
  }

  /** Without faults, because only emissions are interrupted. */
  async preview(by: Client, price: number): Promise<Previewed> {
    const line = `Asesoría ${randomUUID()}`;
    const input = {
      ...invoice(price),
      lineas: [{ nombre: line, cantidad: 1, precioUnitario: price }],
    };
    const sent = this.lane.queue.nextSent;
    const call = this.lane.call(by, "dte.previsualizar", input);
    await Promise.race([sent, call.process.stopped]);
    await this.deliverAll();
    await call.process.stopped;
    const answer = answerOf(call);
    const ref = answer.body.data?.["previewRef"];
    if (typeof ref !== "string") throw new Error(JSON.stringify(answer.body));
    const previewed = { ref, line, price, by };
    this.previews.push(previewed);
    return previewed;
  }

  /** Requests an emission, and continues once it is queued, answered, or nobody is there any more. */
  async emit(
    client: Client,
    previewed: Previewed,
    key: string,
    fate: Fate = lives,
  ): Promise<AskedCall> {
    const sent = this.lane.queue.nextSent;
    const call = this.lane.call(client, "dte.emitir", { previewRef: previewed.ref }, { key, fate });
    const asked = { key, previewed, client, call };
    this.asked.push(asked);
    this.processes.push(call.process);
    await Promise.race([sent, call.process.stopped]);
    return asked;
  }

  async reconcile(client: Client, operacionId: string, fate: Fate = lives): Promise<Call> {
    const sent = this.lane.queue.nextSent;
    const call = this.lane.call(client, "emision.reconciliar", { operacionId }, { fate });
    this.processes.push(call.process);
    await Promise.race([sent, call.process.stopped]);
    return call;
  }

  deliver(jobId: string, fate: Fate = lives): MortalProcess {
    const worker = this.lane.deliver(jobId, fate);
    this.processes.push(worker);
    return worker;
  }

  /** Every waiting message, and those that follow from it, two at a time. */
  async deliverAll(): Promise<void> {
    const { queue } = this.lane;
    for (let turns = 0; queue.messages.length > 0 && turns < 10; turns += 1) {
      const waiting = [...new Set(queue.messages.splice(0))];
      while (waiting.length > 0) {
        await Promise.all(waiting.splice(0, 2).map((jobId) => this.deliver(jobId).stopped));
      }
    }
  }

  async housekeeping(fate: Fate = lives): Promise<void> {
    const process = this.lane.housekeeping(fate);
    this.processes.push(process);
    await process.stopped;
  }

  frozen(): MortalProcess[] {
    return this.processes.filter(({ state }) => state === "frozen");
  }
}

export function answerOf({ answer }: Call): Answered {
  if (answer === null) throw new Error("nobody was answered");
  return answer;
}
