import type { Meta } from "./generated/codes.ts";
import type { Tools } from "./generated/tools.ts";
import type { RequestOptions } from "./options.ts";

export type ToolId = keyof Tools;
export type ToolInput<Id extends ToolId> = Tools[Id]["input"];
export type ToolOutput<Id extends ToolId> = Tools[Id]["output"];
/** A row of a tool that answers page by page. */
export type ToolRow<Id extends ToolId> = Tools[Id]["list"] extends infer List
  ? List extends keyof ToolOutput<Id>
    ? ToolOutput<Id>[List] extends readonly (infer Row)[]
      ? Row
      : never
    : never
  : never;

interface WithConnection {
  /** The company that the call works for: an id of conexiones.estado.consultar. */
  connection: string;
}
interface WithKey {
  /** A lowercase UUID v4 that you store before the call: the same again never acts twice. */
  idempotencyKey: string;
}

/** What a call is given in addition to its input. What its tool needs is required by the type. */
export type CallOptions<Id extends ToolId> = RequestOptions &
  (Tools[Id]["connection"] extends true ? WithConnection : { connection?: undefined }) &
  (Tools[Id]["destructive"] extends true ? WithKey : Partial<WithKey>);

/** Options may be left out where a tool needs none. */
export type OptionsOf<Id extends ToolId> =
  RequestOptions extends CallOptions<Id> ? [options?: CallOptions<Id>] : [options: CallOptions<Id>];

export interface Answer<Data> {
  data: Data;
  meta: Meta;
}

export interface ToolCall<Id extends ToolId> {
  (input: ToolInput<Id>, ...options: OptionsOf<Id>): Promise<ToolOutput<Id>>;
  /** The same call, answered with what is known of it in addition to its result. */
  withMeta(input: ToolInput<Id>, ...options: OptionsOf<Id>): Promise<Answer<ToolOutput<Id>>>;
}

export interface PagedToolCall<Id extends ToolId> extends ToolCall<Id> {
  /** Every page from the one asked for on. */
  pages(
    input: ToolInput<Id>,
    ...options: OptionsOf<Id>
  ): AsyncGenerator<ToolOutput<Id>, void, undefined>;
  /** Every row, page after page. */
  all(
    input: ToolInput<Id>,
    ...options: OptionsOf<Id>
  ): AsyncGenerator<ToolRow<Id>, void, undefined>;
}

/**
 * The amount of a movement with its sign: what leaves the account is negative. The books are the
 * bank's, so `credit` leaves. Add up rows of one `moneda` only.
 */
export function signed({ type, monto }: { type: "credit" | "debit"; monto: number }): number {
  return type === "credit" && monto !== 0 ? -monto : monto;
}
