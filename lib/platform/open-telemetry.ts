import type { Context, Span, SpanContext } from "@opentelemetry/api";
import type { Sampler } from "@opentelemetry/sdk-trace";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { useTracing, type RunningSpan, type SpanOptions, type Tracing } from "#lib/kernel/trace.ts";
import type * as Sdk from "./sdk/traces.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The standard variables decide, and nothing is loaded unless they ask for traces. */
export function wantsTraces(environment: Environment): boolean {
  const {
    OTEL_SDK_DISABLED: disabled,
    OTEL_TRACES_EXPORTER: exporter,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
  } = environment;
  if (disabled?.toLowerCase() === "true") return false;
  if (exporter !== undefined && exporter !== "") return exporter === "otlp";
  return (endpoint ?? "") !== "" || (tracesEndpoint ?? "") !== "";
}

/** Turns traces on where they are wanted. The exporter reads its own standard variables. */
export async function startTracing(environment: Environment): Promise<void> {
  if (wantsTraces(environment)) useTracing(await openTracing(environment));
}

async function openTracing(environment: Environment): Promise<Tracing> {
  const sdk = await import("./sdk/traces.ts");
  const named = sdk.resourceFromAttributes({
    "service.name": environment["OTEL_SERVICE_NAME"] ?? "connect",
  });
  const detected = sdk.detectResources({ detectors: [sdk.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: named.merge(detected),
    sampler: samplerOf(sdk, environment),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new sdk.OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("connect");
  const contexts = new sdk.AsyncLocalStorageContextManager().enable();

  const contextOf = ({ traceparent }: SpanOptions): Context => {
    const sender = traceparent === undefined ? null : spanContextOf(traceparent);
    if (sender === null) return contexts.active();
    return sdk.trace.setSpanContext(sdk.ROOT_CONTEXT, sender);
  };
  const kinds = {
    internal: sdk.SpanKind.INTERNAL,
    server: sdk.SpanKind.SERVER,
    client: sdk.SpanKind.CLIENT,
    producer: sdk.SpanKind.PRODUCER,
    consumer: sdk.SpanKind.CONSUMER,
  };
  return {
    span: async (options, work) => {
      const parent = contextOf(options);
      const { name, kind = "internal", fields = {} } = options;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: fields }, parent);
      const running = runningSpan(span, sdk.SpanStatusCode.ERROR);
      try {
        return await contexts.with(sdk.trace.setSpan(parent, span), () => work(running));
      } catch (error) {
        running.fail(asAppError(error).code);
        throw error;
      } finally {
        span.end();
      }
    },
    traceparent: () => {
      const span = sdk.trace.getSpan(contexts.active());
      return span === undefined ? undefined : traceparentOf(span.spanContext());
    },
    flush: () => provider.forceFlush({ timeoutMillis: flushLimitMs }),
  };
}

/** Traces are worth less than the answer that waits for them. */
const flushLimitMs = 2_000;

/** A failure is recorded by its code: its text may contain what somebody typed. */
function runningSpan(span: Span, error: number): RunningSpan {
  return {
    rename: (name) => void span.updateName(name),
    add: (fields) => void span.setAttributes(fields),
    fail: (code) => void span.setStatus({ code: error }).setAttribute("error.type", code),
  };
}

function samplerOf(sdk: typeof Sdk, environment: Environment) {
  const asked = environment["OTEL_TRACES_SAMPLER"] ?? "parentbased_always_on";
  const ratio = Number(environment["OTEL_TRACES_SAMPLER_ARG"] ?? 1);
  const root = rootSampler(sdk, asked.replace(/^parentbased_/, ""), ratio);
  return asked.startsWith("parentbased_") ? new sdk.ParentBasedSampler({ root }) : root;
}

function rootSampler(sdk: typeof Sdk, name: string, ratio: number): Sampler {
  if (name === "always_off") return new sdk.AlwaysOffSampler();
  if (name === "traceidratio") return new sdk.TraceIdRatioBasedSampler(ratio);
  return new sdk.AlwaysOnSampler();
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** Null if it is not a traceparent: the span then starts its own trace. */
function spanContextOf(traceparent: string): SpanContext | null {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
