import { guides } from "#lib/guides/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { llmsText, openApiDocument } from "#lib/tools/documents/index.ts";
import { heldTo } from "#lib/tools/execute/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { controlOperations } from "../control-operations.ts";
import { pageHeaders } from "../pages/docs/page.tsx";
import { docsPage, guidePage, llmsTxt, OpenApi, openApiJson } from "./operations.ts";

const markdownHeaders = {
  "content-type": "text/markdown; charset=UTF-8",
  "x-content-type-options": "nosniff",
};
const minutesFresh = { "cache-control": "public, max-age=300" };

/** What derives from the catalogue and the address alone: made once, at the first request. */
export function documentRoutes(serve: ControlServer, deps: RouteDeps): void {
  const { catalogue } = deps;
  const baseUrl = deps.baseUrl.replace(/\/+$/, "");

  const openApi = once(() =>
    JSON.stringify(
      heldTo(OpenApi, openApiDocument({ catalogue, baseUrl, operations: controlOperations })),
    ),
  );
  serve.document(openApiJson, () =>
    document(openApi(), { "content-type": "application/json; charset=UTF-8" }),
  );

  // Pages are loaded by their first reader: a cold start that serves tools does without them.
  const docs = once(async () => {
    const { docsHtml } = await import("../pages/docs/docs-page.tsx");
    return docsHtml(catalogue, baseUrl);
  });
  serve.document(docsPage, async () => document(await docs(), pageHeaders));

  const byName = new Map<string, () => Response | Promise<Response>>();
  for (const guide of guides) {
    const page = once(async () => {
      const { guideHtml } = await import("../pages/docs/guide-page.tsx");
      return guideHtml(guide);
    });
    byName.set(guide.id, async () => document(await page(), pageHeaders));
    byName.set(`${guide.id}.md`, () => document(guide.markdown, markdownHeaders));
  }
  serve.document(guidePage, ({ params }) => {
    const answer = byName.get(params.guide);
    if (answer === undefined) throw new AppError("tool_not_found");
    return answer();
  });

  const llms = once(() => llmsText(catalogue, baseUrl));
  serve.document(llmsTxt, () => document(llms(), { "content-type": "text/plain; charset=UTF-8" }));
}

function document(text: string, headers: Record<string, string>): Response {
  return new Response(text, { headers: { ...minutesFresh, ...headers } });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
