import { languages, type Example, type Language } from "./example.ts";

export interface Shown {
  examples: Example[];
  /** Shown but not code to run: an answer, or its headers. */
  answers: { page: string; label: string; text: string }[];
  pages: number;
}

/** Every piece of code on every page reachable by links from the first ones, each text once. */
export async function shownExamples(get: (path: string) => Promise<string>): Promise<Shown> {
  const pages = new Map<string, string>();
  let open = ["/docs", "/docs/en"];
  while (open.length > 0) {
    const fetched = await Promise.all(open.map(async (path) => [path, await get(path)] as const));
    for (const [path, html] of fetched) pages.set(path, html);
    const links = fetched.flatMap(([, html]) => linksOf(html));
    open = [...new Set(links)].filter((link) => !pages.has(link));
  }
  const examples = new Map<string, Example>();
  const answers: Shown["answers"] = [];
  for (const [page, html] of pages) {
    const blocks = blocksOf(html);
    // A form that is not recognised here would be an example that nobody runs.
    if (blocks.length !== html.split("<pre").length - 1) throw new Error(`${page}: another <pre>`);
    for (const { tab, label, text } of blocks) {
      const language = languageOf(tab, text);
      if (language === null) answers.push({ page, label, text });
      else {
        const key = `${language}\n${text}`;
        if (!examples.has(key)) examples.set(key, exampleOf(language, page, label, text, tab));
      }
    }
  }
  return { examples: [...examples.values()], answers, pages: pages.size };
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/ href="(\/docs(?:\/[^"#?]*)?)[^"]*"/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !/\.(?:md|css)$|\/search$/.test(path));
}

function blocksOf(html: string) {
  const pattern =
    /(?:<div class="tab (\w+)">)?<div class="code"><pre[^>]* aria-label="([^"]*)"><code>([^]*?)<\/code>/g;
  return [...html.matchAll(pattern)].map(([, tab, label = "", text = ""]) => ({
    tab,
    label: plain(label),
    text: plain(text),
  }));
}

const entities: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", "#39": "'" };
const plain = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

function languageOf(tab: string | undefined, text: string): Language | null {
  if (tab !== undefined) {
    const found = languages.find((one) => one === tab);
    if (found === undefined) throw new Error(`nobody runs ${tab}`);
    return found;
  }
  if (/^(?:\{|\[)/.test(text) || /^[\w-]+: \S/.test(text)) return null;
  return /^(?:curl |export |npm |[A-Z_]+=)/.test(text) ? "curl" : "ts";
}

function exampleOf(
  language: Language,
  page: string,
  label: string,
  text: string,
  tab: string | undefined,
): Example {
  const toolId = tab === undefined ? null : (/: ([a-z_.]+), \d+$/.exec(label)?.[1] ?? null);
  if (tab !== undefined && toolId === null) throw new Error(`${page}: ${label} names no tool`);
  const lane = /\btools[./]([a-z_]+)\./.exec(text)?.[1] ?? "other";
  return { language, label, page, text, toolId, lane };
}
