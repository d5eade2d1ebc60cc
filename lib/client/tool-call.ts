import type { Meta } from "./generated/codes.ts";
import type { Tools } from "./generated/tools.ts";
import type { RequestOptions } from "./options.ts";

export type ToolId = keyof Tools;
export type ToolInput<Id extends ToolId> = Tools[Id]["input"];
export type ToolOutput<Id extends ToolId> = Tools[Id]["output"];
/** A row of a tool that returns pages. */
export type ToolRow<Id extends ToolId> = Tools[Id]["list"] extends infer List
  ? List extends keyof ToolOutput<Id>
    ? ToolOutput<Id>[List] extends readonly (infer Row)[]
      ? Row
      : never
    : never
  : never;

interface WithConnection {
  /** The company the call is for: an id from conexiones.estado.consultar. */
  connection: string;
}
interface WithKey {
  /** A lowercase UUID v4 that you store before the call: the same one never acts twice. */
  idempotencyKey: string;
}

/** What a call is given in addition to its input. The type requires what its tool needs. */
export type CallOptions<Id extends ToolId> = RequestOptions &
  (Tools[Id]["connection"] extends true ? WithConnection : { connection?: undefined }) &
  (Tools[Id]["destructive"] extends true ? WithKey : Partial<WithKey>);

/** Options may be omitted where a tool needs none. */
export type OptionsOf<Id extends ToolId> =
  RequestOptions extends CallOptions<Id> ? [options?: CallOptions<Id>] : [options: CallOptions<Id>];

export interface Answer<Data> {
  data: Data;
  meta: Meta;
}

export interface ToolCall<Id extends ToolId> {
  (input: ToolInput<Id>, ...options: OptionsOf<Id>): Promise<ToolOutput<Id>>;
  /** The same call; returns metadata along with the result. */
  withMeta(input: ToolInput<Id>, ...options: OptionsOf<Id>): Promise<Answer<ToolOutput<Id>>>;
}

export interface PagedToolCall<Id extends ToolId> extends ToolCall<Id> {
  /** Every page, from the one asked for on. */
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
 * The signed amount of a movement: negative when money leaves the account. It follows the bank's
 * books, so `credit` leaves. Only add up rows of one `moneda`.
 */
export function signed({ type, monto }: { type: "credit" | "debit"; monto: number }): number {
  return type === "credit" && monto !== 0 ? -monto : monto;
}
