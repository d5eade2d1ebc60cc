import type { Hono } from "hono";
import type { HttpBindings } from "@hono/node-server";
import type { z } from "zod";
import type { Counters } from "./counters.ts";
import type { FaultKind, Faults } from "./faults.ts";
import type { Switches } from "./switches.ts";
import type { UsedFolios } from "./used-folios.ts";
import { checked } from "./wrong-call.ts";

export type SandboxEnv = { Bindings: HttpBindings };

/** What one system of the outside world gets: its clock, its counters, its faults. */
export interface World {
  readonly system: string;
  /** The path of its pages, without the origin: `/portals/banco_a`. */
  readonly base: string;
  /** The same with the origin, known once the sandbox listens. */
  url(): string;
  now(): Date;
  /** The day in America/Santiago. */
  today(): string;
  readonly counters: Counters;
  readonly faults: Faults;
  readonly usedFolios: UsedFolios;
  /** Waits as long as a page takes; a slow portal passes its own time as `usual`. */
  pause(usualMs: number): Promise<void>;
}

/** Test credentials, each with the fields that the login form asks for. */
type Login = { leadsTo: string } & Record<string, unknown>;

export interface TruthQuery {
  rut: string;
  periodo: string;
  /** Every raw query parameter, for filters of a single resource (`id`). */
  params: Record<string, string>;
}

export type Row = Record<string, unknown>;

export interface RowKind {
  takes: string;
  add(target: { rut: string; periodo: string | undefined }, row: unknown): Row;
}

/**
 * Something that a person or another system does outside, by `POST /control/portals/{system}/{act}`, or with its
 * object: `…/{act}/{on}`.
 */
export interface Act {
  takes: string;
  isOnOne: boolean;
  carryOut(body: unknown, on: string): Row;
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
  /** How far ahead of the current month `truth` and `rows` may ask; by default not at all. */
  monthsAhead?: number;
  switches?: Switches;
  acts?: Record<string, Act>;
  /** Applies what became due as the clock moved; called before the log is read. */
  catchUp?(): void;
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
  return { takes, add: (target, raw) => add(target, checked(raw, schema, takes)) };
}

export function act<S extends z.ZodType>(
  schema: S,
  takes: string,
  carryOut: (body: z.infer<S>) => Row,
): Act {
  return { takes, isOnOne: false, carryOut: (raw) => carryOut(checked(raw, schema, takes)) };
}

/** An act on something that the path names. */
export function actOn<S extends z.ZodType>(
  schema: S,
  takes: string,
  carryOut: (body: z.infer<S>, on: string) => Row,
): Act {
  return {
    takes,
    isOnOne: true,
    carryOut: (raw, on) => carryOut(checked(raw, schema, takes), on),
  };
}
