import type { z } from "zod";
import type { ErrorCode, Issue } from "#lib/kernel/errors/index.ts";
import type { RowPage } from "../dataset/shown-page.ts";
import type { Acceso } from "../terms.ts";
import type { ToolConnection } from "./connection.ts";
import type { ToolServices } from "./services.ts";

/**
 * `read` reads stored data or the service's own; `live` contacts the external system and changes
 * nothing there; `write` changes what the service stores; `destructive` cannot be undone outside.
 */
export type Effect = "read" | "live" | "write" | "destructive";

type Idempotency = "stored" | "ledger" | "anew";

export interface ToolSpec<I extends z.ZodType, O extends z.ZodType> {
  id: `${string}.${string}`;
  title: string;
  /** For an agent: what it returns, what it does not, where its ids come from. */
  description: string;
  effect: Effect;
  needsConnection: boolean;
  /**
   * Requires `<connector>:write` although nothing outside is changed: others act on what it stores.
   */
  needsWrite?: boolean;
  /** The data module that the connection must have enabled. */
  alcance?: string;
  /** What is wrong with the input at present: a schema knows no time. */
  issuesAt?(input: z.output<I>, now: Date): Issue[];
  /** Refuses input that the connection cannot fulfil, such as further modules. */
  checkFor?(input: z.output<I>, connection: ToolConnection, now: Date): void;
  /** The kinds of access that can serve the module; if absent, all can. */
  servedBy?: readonly Acceso[];
  /**
   * Who remembers a key's outcome: `execute`, which stores the answer; the tool's own ledger, which
   * says itself whether an answer is the first or a replay; or nobody (`anew`): for data that must
   * not outlive its connection, or is for its maker only, or is not stored here, for the present
   * outcome of an act, and for short-lived links.
   */
  idempotency?: Idempotency;
  /** Pauses along with the organization's payments, as syncs, emissions and new connections do. */
  pausesWithBilling?: boolean;
  input: I;
  output: O;
  /** Its own codes, in addition to those that every tool can return. */
  errors: readonly ErrorCode[];
  example: { input: z.input<I>; output: z.input<O> };
  /** Set if its rows can be shown in parts or as columns: the list, and the fields of its rows. */
  page?: RowPage;
  run(ctx: ToolContext, input: z.output<I>): Promise<z.input<O>> | z.input<O>;
}

/**
 * A tool as the catalogue stores it, with its types erased: every surface parses at its own edge.
 */
export interface Tool {
  id: string;
  connector: string;
  title: string;
  description: string;
  effect: Effect;
  needsConnection: boolean;
  needsWrite: boolean;
  alcance: string | null;
  issuesAt(input: unknown, now: Date): Issue[];
  checkFor(input: unknown, connection: ToolConnection, now: Date): void;
  servedBy: readonly string[] | null;
  idempotency: Idempotency;
  pausesWithBilling: boolean;
  input: z.ZodType;
  output: z.ZodType;
  errors: readonly ErrorCode[];
  example: { input: unknown; output: unknown };
  page: RowPage | null;
  run(ctx: ToolContext, input: unknown): Promise<unknown>;
}

export function tool<I extends z.ZodType, O extends z.ZodType>(spec: ToolSpec<I, O>): Tool {
  return {
    ...spec,
    connector: spec.id.slice(0, spec.id.indexOf(".")),
    needsWrite: spec.needsWrite ?? spec.effect === "destructive",
    alcance: spec.alcance ?? null,
    issuesAt: (input, now) => spec.issuesAt?.(input as z.output<I>, now) ?? [],
    checkFor: (input, connection, now) => spec.checkFor?.(input as z.output<I>, connection, now),
    servedBy: spec.servedBy ?? null,
    page: spec.page ?? null,
    idempotency: spec.idempotency ?? "stored",
    pausesWithBilling:
      spec.pausesWithBilling ?? (spec.effect === "live" || spec.effect === "destructive"),
    // The input reaches `run` only after `input` parsed it: see `execute`.
    run: async (ctx, input) => spec.run(ctx, input as z.output<I>),
  };
}

/** REST names the connection and the key in headers, the others in fields next to the input. */
export type Surface = "rest" | "mcp" | "dashboard";

/** What a tool is given. It uses nothing else. */
export interface ToolContext {
  toolId: string;
  now: Date;
  requestId: string;
  organization: { id: string; name: string };
  actor: { kind: string; id: string };
  connection: ToolConnection | null;
  idempotencyKey: string | null;
  services: ToolServices;
}

/** For tools that declare `needsConnection`: execute has refused the call without one. */
export function connectionOf(ctx: ToolContext): ToolConnection {
  if (ctx.connection === null) throw new TypeError(`${ctx.toolId} runs with a connection`);
  return ctx.connection;
}
