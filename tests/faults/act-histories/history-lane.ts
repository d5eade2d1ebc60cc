import type { TestApi } from "#tests/support/scenes/api.ts";
import type { Call } from "../emission-histories/lane.ts";
import type { HeldQueue } from "../emission-histories/mortal-edges.ts";
import type { Fate, MortalProcess } from "../emission-histories/mortal-process.ts";

export interface Issuer {
  id: string;
  key: string;
  connection: string;
}

/** Where histories of one kind of act run, one after another. */
export interface HistoryLane {
  api: TestApi;
  queue: HeldQueue;
  /** A new company, which has a portal of its own. */
  newIssuer(): Promise<Issuer>;
  call(caller: Issuer, tool: string, input: unknown, more?: { key?: string; fate?: Fate }): Call;
  deliver(jobId: string, fate?: Fate): MortalProcess;
  housekeeping(fate?: Fate): MortalProcess;
  advance(seconds: number): void;
}
