import { llmsText, openApiDocument, type ControlOperation } from "#lib/tools/documents/index.ts";
import { makeOnce } from "#lib/kernel/load-once.ts";
import { parseOutput } from "#lib/tools/call/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import type { DocsServer } from "./serve-docs.ts";
import {
  docsPage,
  docsSubject,
  docsSubjectIn,
  docsTopPage,
  llmsTxt,
  OpenApi,
  openApiJson,
} from "./operations.ts";

const minutesFresh = { "cache-control": "public, max-age=300" };

/** Derived only from the catalogue and the address, so built once, at the first request. */
export function documentRoutes(
  serve: ControlServer,
  deps: RouteDeps,
  { docs, operations }: { docs: DocsServer; operations: readonly ControlOperation[] },
): void {
  const { catalogue, responsible, baseUrl } = deps;

  const openApi = makeOnce(() =>
    JSON.stringify(
      parseOutput(OpenApi, openApiDocument({ catalogue, baseUrl, responsible, operations })),
    ),
  );
  serve.document(openApiJson, () =>
    document(openApi(), { "content-type": "application/json; charset=UTF-8" }),
  );

  serve.document(docsPage, (_call, request) => docs.page(request));
  serve.document(docsTopPage, ({ query }, request) => docs.page(request, query.q));
  serve.document(docsSubject, ({ query }, request) => docs.page(request, query.q));
  serve.document(docsSubjectIn, (_call, request) => docs.page(request));

  const llms = makeOnce(() => llmsText(catalogue, baseUrl));
  serve.document(llmsTxt, () => document(llms(), { "content-type": "text/plain; charset=UTF-8" }));
}

function document(text: string, headers: Record<string, string>): Response {
  return new Response(text, { headers: { ...minutesFresh, ...headers } });
}
