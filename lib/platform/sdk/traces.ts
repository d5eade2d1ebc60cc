// Only what is used of the packages: importing them whole dynamically would make the bundler keep
// all of them.
export { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
export { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
export { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
export { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
export {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
