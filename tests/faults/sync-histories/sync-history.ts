import { expect } from "vitest";
import { periodoOf, previousPeriodo, type Periodo } from "#lib/chile/index.ts";
import type { Answered } from "#tests/support/scenes/api.ts";
import type { Dice } from "../emission-histories/dice.ts";
import { lives, MortalProcess, type Fate } from "../emission-histories/mortal-process.ts";
import type { Customer, SyncLane } from "./sync-lane.ts";

/** What the steps of one history work on, and what its judge is shown. */
export class SyncHistory {
  readonly lane: SyncLane;
  readonly dice: Dice;
  readonly customer: Customer;
  readonly processes: MortalProcess[] = [];
  /** How often each thing happened, because histories without events prove little. */
  readonly tally: Map<string, number>;
  readonly #began: Periodo;

  constructor(lane: SyncLane, dice: Dice, customer: Customer, tally: Map<string, number>) {
    this.lane = lane;
    this.tally = tally;
    this.dice = dice;
    this.customer = customer;
    this.#began = periodoOf(lane.api.clock.now());
  }

  count(what: string, by = 1): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + by);
  }

  /** From the month in which it began to the current one. */
  get months(): Periodo[] {
    const months = [periodoOf(this.lane.api.clock.now())];
    while (months[0] !== undefined && months[0] > this.#began) {
      months.unshift(previousPeriodo(months[0]));
    }
    return months;
  }

  /** A client's call. Whatever goes wrong behind it, nobody is told that the service is broken. */
  async call(tool: string, input: unknown): Promise<Answered> {
    const answer = await this.lane.call(this.customer, tool, input);
    expect([answer.status, answer.body.error?.code], `${tool} of the client`).not.toEqual([
      500,
      answer.body.error?.code,
    ]);
    this.count(`${tool} ${answer.body.error?.code ?? "ok"}`);
    return answer;
  }

  ask(periodo: string): Promise<Answered> {
    return this.call("conexion.sincronizar", { periodo, alcances: ["movimientos"] });
  }

  /** A client that dies or freezes during its call. */
  async askMortally(periodo: string, fate: Fate): Promise<void> {
    const asking = MortalProcess.start(fate, () => this.ask(periodo).catch(() => null));
    this.processes.push(asking);
    await asking.stopped;
  }

  deliver(jobId: string, fate: Fate = lives): MortalProcess {
    const worker = this.lane.deliver(jobId, fate);
    this.processes.push(worker);
    return worker;
  }

  /** Every waiting message, and those that follow from it. */
  async deliverAll(): Promise<void> {
    const { queue } = this.lane;
    for (let turns = 0; queue.messages.length > 0 && turns < 10; turns += 1) {
      for (const jobId of new Set(queue.messages.splice(0))) await this.deliver(jobId).stopped;
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

  /** Nothing more goes wrong: time passes and housekeeping comes by until no job is open. */
  async comeToRest(): Promise<void> {
    const open = `select count(*)::int as open from sync_jobs
      where connection_id = $1 and status in ('queued', 'running')`;
    const { connection } = this.customer;
    for (let round = 0; round < 60; round += 1) {
      await this.housekeeping();
      await this.deliverAll();
      const [row] = await this.lane.api.database.owner(open, [connection]);
      if (row?.["open"] === 0) return;
      // Past a lease, and now and then past a session left open, or a closed login.
      this.lane.advance(round % 20 === 19 ? 90_000 : round % 3 === 2 ? 661 : 61);
    }
    throw new Error("it never comes to rest");
  }
}
