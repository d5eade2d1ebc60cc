import type { HonoRequest } from "hono";
import { AppError } from "#lib/kernel/errors/index.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";
import type { DocsAnswer } from "../pages/docs/site.ts";
import { searchPath, type Locale } from "../pages/docs/subject.ts";
import { wantsPage } from "../pages/stray-routes.ts";
import type { RouteDeps } from "../route-deps.ts";

export interface DocsServer {
  page(request: HonoRequest, asked?: string): Promise<Response>;
  /** Shown to a person at a path that does not exist. */
  missing(request: HonoRequest): Promise<Response>;
}

const minutesFresh = { "cache-control": "public, max-age=300" };
/** A person's search stays out of caches and of search engines. */
const forOneReader = [
  ["cache-control", "no-store"],
  ["x-robots-tag", "noindex"],
] as const;
const longestQuestion = 200;

/** Pages are loaded on first use, so that a cold start for a tool call does without them. */
export function docsServer({ catalogue, search, baseUrl }: RouteDeps): DocsServer {
  const loaded = loadOnce(async () => {
    const [{ docsSite }, { pageHeaders }] = await Promise.all([
      import("../pages/docs/site.ts"),
      import("../pages/docs/page.tsx"),
    ]);
    return { site: docsSite(catalogue, search, baseUrl), pageHeaders };
  });

  const missing = async ({ path }: HonoRequest): Promise<Response> => {
    const { site, pageHeaders } = await loaded();
    const html = await site.missing(localeOf(path));
    return new Response(html, {
      status: 404,
      headers: { "cache-control": "no-store", ...pageHeaders },
    });
  };

  return {
    missing,
    page: async (request, asked = "") => {
      const { site, pageHeaders } = await loaded();
      const { path } = request;
      const locale = localeOf(path);
      if (path === searchPath(locale)) {
        const found = await site.search(locale, asked.slice(0, longestQuestion));
        const response = responseOf(found, pageHeaders);
        for (const [name, value] of forOneReader) response.headers.set(name, value);
        return response;
      }
      const answer = await site.at(path);
      if (answer !== null) return responseOf(answer, pageHeaders);
      if (wantsPage(request)) return missing(request);
      throw new AppError("tool_not_found");
    },
  };
}

function responseOf(answer: DocsAnswer, pageHeaders: Record<string, string>): Response {
  switch (answer.kind) {
    case "page":
      return new Response(answer.html, { headers: { ...minutesFresh, ...pageHeaders } });
    case "markdown":
      return text(answer.text, "text/markdown");
    case "style":
      return text(answer.text, "text/css");
    case "elsewhere":
      return new Response(null, { status: answer.status, headers: { location: answer.path } });
  }
}

function text(body: string, mediaType: string): Response {
  const headers = {
    "content-type": `${mediaType}; charset=UTF-8`,
    "x-content-type-options": "nosniff",
  };
  return new Response(body, { headers: { ...minutesFresh, ...headers } });
}

function localeOf(path: string): Locale {
  return /^\/docs\/en(\/|$)/.test(path) ? "en" : "es";
}
