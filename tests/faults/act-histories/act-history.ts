import type { Answered } from "#tests/support/scenes/api.ts";
import type { Dice } from "../emission-histories/dice.ts";
import type { Call } from "../emission-histories/lane.ts";
import { lives, type Fate, type MortalProcess } from "../emission-histories/mortal-process.ts";
import type { ActLane } from "./act-lane.ts";
import type { HistoryLane, Issuer } from "./history-lane.ts";

const missing = `
  select (select count(*) from fee_receipt_requests
      where connection_id = $1 and state = 'issued' and kept_version < document_version)::int
    + (select count(*) from tax_folder_requests
      where connection_id = $1 and state = 'cerrando')::int as missing`;

/** What a program wants done once: the same call under the same key, as often as it takes. */
export interface Wish {
  tool: string;
  input: Record<string, unknown>;
  key: string;
}

interface AskedWish {
  wish: Wish;
  call: Call;
}

/** What the steps of one history work on, and what its judge is shown. */
export class ActHistory<Lane extends HistoryLane = ActLane> {
  readonly lane: Lane;
  readonly dice: Dice;
  readonly issuer: Issuer;
  readonly asked: AskedWish[] = [];
  readonly processes: MortalProcess[] = [];
  /** The ones that wait for an answer. */
  readonly clients = new Set<MortalProcess>();

  constructor(lane: Lane, dice: Dice, issuer: Issuer) {
    this.lane = lane;
    this.dice = dice;
    this.issuer = issuer;
  }

  get connection(): string {
    return this.issuer.connection;
  }

  /** Continues once a job is queued, it is answered, or nobody is there any more. */
  async ask(wish: Wish, fate: Fate = lives): Promise<Call> {
    const { tool, input, key } = wish;
    const call = await this.call(tool, input, { key, fate });
    this.asked.push({ wish, call });
    return call;
  }

  async call(
    tool: string,
    input: Record<string, unknown>,
    more: { key?: string; fate?: Fate } = {},
  ): Promise<Call> {
    const sent = this.lane.queue.nextSent;
    const call = this.lane.call(this.issuer, tool, input, more);
    this.processes.push(call.process);
    this.clients.add(call.process);
    await Promise.race([sent, call.process.stopped]);
    return call;
  }

  /** What it is told by now, if nothing is in its way. */
  async told(wish: Wish): Promise<Answered["body"]> {
    const call = await this.ask(wish);
    await this.deliverAll();
    await call.process.stopped;
    if (call.answer === null) throw new Error("nobody was answered");
    return call.answer.body;
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

  /** Fetches missing papers, and closes what is to be closed, hour by hour. */
  async finishVisits(): Promise<void> {
    for (let hour = 0; hour < 30; hour += 1) {
      const [row] = await this.lane.api.database.owner(missing, [this.connection]);
      if (row?.["missing"] === 0) return;
      this.lane.advance(3_700);
      await this.housekeeping();
      await this.deliverAll();
    }
  }

  rows(table: "fee_receipt_requests" | "tax_folder_requests"): Promise<Record<string, unknown>[]> {
    const query = `select r.*, o.idempotency_key as key, o.state as operation_state, o.barrier_at
      from ${table} r join operations o on o.id = r.operation_id
      where r.connection_id = $1 order by r.id`;
    return this.lane.api.database.owner(query, [this.connection]);
  }
}
