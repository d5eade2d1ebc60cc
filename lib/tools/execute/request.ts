import type { CallRecords } from "#lib/audit/index.ts";
import type { Systems } from "../catalogue.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import type { AccessTokens } from "#lib/identity/index.ts";
import type { Callers, Failures, Refusals } from "#lib/limits/index.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Database } from "#lib/db/database.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { IndicatorReader } from "#lib/contract/index.ts";

/** Everything that running tools needs, built once by the entry point. */
export interface ExecuteDeps {
  db: Database;
  clock: Clock;
  log: Log;
  secret: ServiceSecret;
  /** Access tokens, as they are checked before anything is asked about their grant. */
  tokens: AccessTokens;
  cursors: Cursors;
  vault: Vault;
  catalogue: Systems;
  indicators: IndicatorReader;
  queue: Queue;
  emissionQueue: Queue;
  /** What addresses got wrong lately, and what keys were refused. */
  failures: Failures;
  refusals: Refusals;
  /** Who the callers are. */
  callers: Callers;
  /** Where every call is put on record. */
  callRecords: CallRecords;
  /** Where the service is reached from outside. */
  baseUrl: string;
}

/** REST names the connection and the key in headers, the others in fields next to the input. */
export type Surface = "rest" | "mcp" | "dashboard";

export interface SignedIn {
  organizationId: string;
  userId: string;
}

/** One call as a surface received it. Nothing in it has been checked. */
export interface ToolRequest {
  surface: Surface;
  toolId: string;
  authorization: string | undefined;
  /** In the place of a bearer: who is signed in, on a surface that has seen to that. */
  member?: SignedIn | undefined;
  /** Where the request came from; null where nobody trusted says it. */
  address: string | null;
  connection: string | undefined;
  idempotencyKey: string | undefined;
  traceLabel: string | undefined;
  clientLabel: string | undefined;
  /** The surface's own, where what it answers names one; a new one unless told. */
  requestId?: string | undefined;
  /** Reads and parses the body: media type, size and JSON are refused in here. */
  readBody(): Promise<unknown>;
  /**
   * The input to read with instead, where the surface hands over no answer so long; null where it
   * does. It stays one call: one record, one of its quota, one answer under its key.
   */
  shorter?(input: unknown, data: unknown): unknown;
}

export interface ToolAnswer {
  status: number;
  headers: Record<string, string>;
  body: SuccessEnvelope | ErrorEnvelope;
}

export interface Meta {
  request_id: string;
  operation_request_id?: string;
  tool_id?: string;
  plane: "action" | "control";
  latency_ms: number;
  audit_status: "recorded" | "not_recorded";
  idempotency?: "stored" | "replayed";
  /** How many rows were asked for and how many a page that was shortened has. */
  page?: { asked: number; given: number };
  /** The fields of the answer that hold what third parties wrote. */
  untrusted?: readonly string[];
}

interface SuccessEnvelope {
  data: unknown;
  meta: Meta;
}

export interface ErrorEnvelope {
  error: {
    code: string;
    message: string;
    suggested_fix: string;
    request_id: string;
    details: Record<string, unknown> | null;
  };
  meta: Meta;
}
