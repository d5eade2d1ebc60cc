import { guideAt, guides, type Guide } from "#lib/guides/index.ts";
import { errorCodes } from "#lib/kernel/errors/index.ts";
import { makeOnce } from "#lib/kernel/load-once.ts";
import type { Catalogue } from "#lib/tools/catalogue.ts";
import type { SearchIndex } from "#lib/tools/search/index.ts";
import { errorHtml } from "./error-page.tsx";
import type { Site } from "./subject.ts";
import { guideHtml } from "./guide-page.tsx";
import { homeHtml } from "./home-page.tsx";
import { errorMarkdown, systemMarkdown, toolMarkdown } from "./markdown.ts";
import { missingHtml } from "./missing-page.tsx";
import { searchHtml } from "./search-page.tsx";
import { namedSubject, searchSite } from "./search-site.ts";
import { docsCss } from "./page.tsx";
import { home, pathOf, stylePath, type Locale, type Subject } from "./subject.ts";
import { systemHtml } from "./system-page.tsx";
import { toolHtml } from "./tool-page.tsx";

export type DocsAnswer =
  | { kind: "page"; html: string }
  | { kind: "markdown"; text: string }
  | { kind: "style"; text: string }
  | { kind: "elsewhere"; status: 301 | 302; path: string };

/** The documentation for people, all of it made from the catalogue, its errors and the guides. */
export interface DocsSite {
  /** Null if there is no such page. */
  at(path: string): Promise<DocsAnswer | null>;
  search(locale: Locale, asked: string): Promise<DocsAnswer>;
  missing(locale: Locale): Promise<string>;
}

export function docsSite(catalogue: Catalogue, search: SearchIndex, baseUrl: string): DocsSite {
  const order = subjectsOf(catalogue);
  const answers = new Map<string, () => Promise<DocsAnswer>>();
  const siteIn = (locale: Locale): Site => ({ catalogue, baseUrl, locale, order });
  for (const locale of ["es", "en"] as const) {
    const site = siteIn(locale);
    for (const subject of order) {
      const path = pathOf(locale, subject);
      const html = makeOnce(() => pageOf(site, subject));
      answers.set(path, async () => ({ kind: "page", html: await html() }));
      const text = markdownOf(site, subject);
      if (text !== null) {
        answers.set(`${path}.md`, () => Promise.resolve({ kind: "markdown", text: text() }));
      }
    }
  }
  answers.set(stylePath, () => Promise.resolve({ kind: "style", text: docsCss }));
  return {
    at: (path) => answers.get(path)?.() ?? Promise.resolve(movedFrom(path)),
    search: async (locale, asked) => {
      const named = namedSubject(catalogue, asked);
      if (named !== null) return { kind: "elsewhere", status: 302, path: pathOf(locale, named) };
      const found = searchSite(search, asked);
      return { kind: "page", html: await searchHtml(siteIn(locale), asked, found) };
    },
    missing: (locale) => missingHtml(siteIn(locale)),
  };
}

/** In reading order: each system before its tools, the error codes last. */
function subjectsOf({ manifests, tools }: Catalogue): Subject[] {
  return [
    home,
    ...guides.map(({ id }): Subject => ({ section: "guides", id })),
    ...manifests.flatMap(({ id: system }): Subject[] => [
      { section: "systems", id: system },
      ...tools
        .filter(({ connector }) => connector === system)
        .map(({ id }): Subject => ({ section: "tools", id })),
    ]),
    ...errorCodes.map((id): Subject => ({ section: "errors", id })),
  ];
}

function pageOf(site: Site, { section, id }: Subject): Promise<string> {
  const { catalogue } = site;
  switch (section) {
    case "home":
      return homeHtml(site);
    case "guides":
      return guideHtml(site, guideHere(site, id));
    case "systems":
      return systemHtml(site, known(catalogue.manifestOf(id)));
    case "tools":
      return toolHtml(site, known(catalogue.find(id)));
    case "errors":
      return errorHtml(site, known(errorCodes.find((code) => code === id)));
  }
}

/** The first page has none: it only links to the others, as llms.txt does for plain text. */
function markdownOf(site: Site, { section, id }: Subject): (() => string) | null {
  const { catalogue } = site;
  switch (section) {
    case "home":
      return null;
    case "guides":
      return () => guideHere(site, id).markdown;
    case "systems":
      return () => systemMarkdown(site, known(catalogue.manifestOf(id)));
    case "tools":
      return () => toolMarkdown(site, known(catalogue.find(id)));
    case "errors":
      return () => errorMarkdown(site, known(errorCodes.find((code) => code === id)));
  }
}

function guideHere({ baseUrl }: Site, id: string): Guide {
  return guideAt(known(guides.find((guide) => guide.id === id)), baseUrl);
}

/** Guides used to be at the top level; links to them still exist. */
function movedFrom(path: string): DocsAnswer | null {
  const [, id = "", ending = ""] = /^\/docs\/([a-z-]+)(\.md)?$/.exec(path) ?? [];
  if (!guides.some((guide) => guide.id === id)) return null;
  const now = pathOf("es", { section: "guides", id });
  return { kind: "elsewhere", status: 301, path: `${now}${ending}` };
}

function known<T>(found: T | null | undefined): T {
  if (found === null || found === undefined)
    throw new TypeError("a subject of these pages is gone");
  return found;
}
