import type { Hono } from "hono";
import type { HttpBindings } from "@hono/node-server";
import { z } from "zod";
import type { Counters } from "./counters.ts";
import type { FaultKind, Faults } from "./faults.ts";
import { WrongCall } from "./wrong-call.ts";

export type SandboxEnv = { Bindings: HttpBindings };

/** What one system of the outside world is given: its clock, its counters, its faults. */
export interface World {
  readonly system: string;
  /** Where its pages live, without the origin: `/portals/banco_a`. */
  readonly base: string;
  /** The same with the origin, known once the sandbox listens. */
  url(): string;
  now(): Date;
  /** The day in America/Santiago. */
  today(): string;
  readonly counters: Counters;
  readonly faults: Faults;
  /** How long a page takes; a portal that is slow by nature passes its own as `usual`. */
  pause(usualMs: number): Promise<void>;
}

/** Test credentials, each with the fields that the login form asks for. */
type Login = { leadsTo: string } & Record<string, unknown>;

export interface TruthQuery {
  rut: string;
  periodo: string;
  /** Every query parameter as it came, for filters of one resource alone (`id`). */
  params: Record<string, string>;
}

export type Row = Record<string, unknown>;

export interface RowKind {
  takes: string;
  add(target: { rut: string; periodo: string | undefined }, row: unknown): Row;
}

/** The state of one system. `reset` throws it away and calls `create` again. */
export interface System {
  logins: readonly Login[];
  companies: readonly string[];
  routes: Hono<SandboxEnv>;
  /** Per resource word, what the system holds. */
  truth: Record<string, (query: TruthQuery) => Row[]>;
  /** Per resource word, the rows that may be added. */
  rows: Record<string, RowKind>;
}

export interface SystemDefinition {
  system: string;
  kind: "portal" | "provider";
  alcances: readonly string[];
  faults: readonly FaultKind[];
  create(world: World): System;
}

export function rowKind<S extends z.ZodType>(
  schema: S,
  takes: string,
  add: (target: { rut: string; periodo: string | undefined }, row: z.infer<S>) => Row,
): RowKind {
  return {
    takes,
    add(target, raw) {
      const parsed = schema.safeParse(raw);
      if (!parsed.success) throw new WrongCall(z.prettifyError(parsed.error), takes);
      return add(target, parsed.data);
    },
  };
}
