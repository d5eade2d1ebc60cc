/** What a span may contain: our own kinds and names, never what a caller or a portal has said. */
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
  /** The sender's, from a message: the span then belongs to the sender's trace. */
  traceparent?: string | undefined;
}

/** A running span. */
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

/** Called once, before anything is built that checks for tracing; null ends it. */
export function useTracing(chosen: Tracing | null): void {
  tracing = chosen;
}

/** For code that is wrapped when it is built, so that it costs nothing without tracing. */
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

/** What a message carries so that its reader continues the trace. */
export function currentTraceparent(): string | undefined {
  return tracing?.traceparent();
}

/** Sends what is still buffered: a frozen function sends nothing. */
export async function flushTraces(): Promise<void> {
  await tracing?.flush();
}
