/** What a span may tell: kinds and names of ours, never what a caller or a portal has said. */
type SpanField =
  | "http.request.method"
  | "http.route"
  | "http.response.status_code"
  | "db.operation.name"
  | "connect.request_id"
  | "connect.tool"
  | "connect.connector"
  | "connect.alcance"
  | "connect.step"
  | "connect.worker";

export type SpanFields = Partial<Record<SpanField, string | number>>;

export interface SpanOptions {
  name: string;
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  fields?: SpanFields;
  /** The sender's, out of a message: the span then belongs to the sender's trace. */
  traceparent?: string | undefined;
}

/** A span while its work runs. */
export interface RunningSpan {
  rename(name: string): void;
  add(fields: SpanFields): void;
  fail(code: string): void;
}

export interface Tracing {
  span<T>(options: SpanOptions, work: (span: RunningSpan) => Promise<T>): Promise<T>;
  traceparent(): string | undefined;
  flush(): Promise<void>;
}

let tracing: Tracing | null = null;

/** Once, before anything is built that asks whether there are traces; null ends it. */
export function useTracing(chosen: Tracing | null): void {
  tracing = chosen;
}

/** For what is wrapped when it is built, so that it costs nothing where nobody traces. */
export function isTracing(): boolean {
  return tracing !== null;
}

const unseen: RunningSpan = {
  rename: () => undefined,
  add: () => undefined,
  fail: () => undefined,
};

export function traced<T>(
  options: SpanOptions,
  work: (span: RunningSpan) => Promise<T>,
): Promise<T> {
  return tracing === null ? work(unseen) : tracing.span(options, work);
}

/** What a message carries so that its reader goes on with the trace. */
export function currentTraceparent(): string | undefined {
  return tracing?.traceparent();
}

/** Sends what is still held back: a function that is frozen sends nothing. */
export async function flushTraces(): Promise<void> {
  await tracing?.flush();
}
