import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { guides } from "#lib/guides/index.ts";
import { errorCodes } from "#lib/kernel/errors/index.ts";
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

const asPerson = { headers: { accept: "text/html,application/xhtml+xml" } };
const tools = connectors.flatMap((connector) => connector.tools.map(({ id }) => id));

let api: SharedApi;
/** Every page reachable from the first ones. */
const pages = new Map<string, string>();
beforeAll(async () => {
  api = await sharedApi();
  const open = ["/docs", "/docs/en"];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue;
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    const html = await response.text();
    pages.set(path, html);
    open.push(...linksOf(html).filter((link) => isPage(link) && !pages.has(link)));
  }
});

const get = (path: string, init?: RequestInit) => Promise.resolve(api.app.request(path, init));
const isPage = (link: string): boolean =>
  /^\/docs(\/|$)/.test(link) && !/\.md$|\.css|\/search/.test(link);
const matches = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found = ""]) => found);
const hrefs = (html: string): string[] => matches(html, / href="([^"]+)"/g);
const unescaped = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const linksOf = (html: string): string[] =>
  hrefs(html).flatMap((href) => (href.startsWith("/") ? (href.split("#")[0] ?? []) : []));
const idsOf = (html: string): string[] => matches(html, / id="([^"]+)"/g);
const pageOf = (path: string): string => pages.get(path) ?? "";

describe("the pages", () => {
  test("of every guide, system, tool and code are reachable by links, in both languages", () => {
    for (const root of ["/docs", "/docs/en"]) {
      const expected = [
        root,
        ...guides.map(({ id }) => `${root}/guides/${id}`),
        ...connectors.map(({ manifest }) => `${root}/systems/${manifest.id}`),
        ...tools.map((id) => `${root}/tools/${id}`),
        ...errorCodes.map((id) => `${root}/errors/${id}`),
      ];
      expect([...pages.keys()]).toEqual(expect.arrayContaining(expected));
    }
    expect(pages.size).toBe(
      2 * (1 + guides.length + connectors.length + tools.length + errorCodes.length),
    );
  });

  test("are small: the first 40 KB, each 62, their style 8 and the script 2", async () => {
    for (const [path, html] of pages) {
      const most = path === "/docs" || path === "/docs/en" ? 40 : 62;
      expect([path, Buffer.byteLength(html) <= most * 1024]).toEqual([path, true]);
    }
    const style = await get(
      matches(pageOf("/docs"), /<link rel="stylesheet" href="([^"]+)"/g)[0] ?? "",
    );
    expect(style.headers.get("content-type")).toBe("text/css; charset=UTF-8");
    const css = await style.text();
    expect(css.length).toBeGreaterThan(4_000);
    const [script = ""] = matches(pageOf("/docs"), /<script>([\s\S]*?)<\/script>/g);
    expect(gzipSync(css).length).toBeLessThan(8 * 1024);
    expect(Buffer.byteLength(script)).toBeLessThan(2 * 1024);
  });

  test("no link and no fragment is broken, and no id occurs twice", async () => {
    const others = new Map<string, Promise<number>>();
    for (const [path, html] of pages) {
      const ids = idsOf(html);
      expect([path, new Set(ids).size]).toEqual([path, ids.length]);
      for (const href of hrefs(html).filter((one) => /^[/#]/.test(one))) {
        const [target = "", place] = href.split("#");
        const at = target === "" ? html : pages.get(target);
        if (place !== undefined)
          expect([path, href, idsOf(at ?? "").includes(place)]).toEqual([path, href, true]);
        if (at === undefined && !others.has(target)) {
          others.set(
            target,
            get(target).then(({ status }) => status),
          );
        }
      }
    }
    const told = await Promise.all(
      [...others].map(async ([at, status]) => [at, await status] as const),
    );
    expect(told.filter(([, status]) => status !== 200)).toEqual([]);
    expect(told.length).toBeGreaterThan(2 * tools.length);
  });

  test("declare their language, link to the other, and mark text in another", () => {
    for (const [path, html] of pages) {
      const isEnglish = /^\/docs\/en(\/|$)/.test(path);
      expect(html.startsWith(`<!doctype html><html lang="${isEnglish ? "en" : "es-CL"}">`)).toBe(
        true,
      );
      const other = isEnglish
        ? path.replace("/docs/en", "/docs")
        : path.replace("/docs", "/docs/en");
      expect([path, linksOf(html).includes(other)]).toEqual([path, true]);
      expect(matches(html, /<link rel="alternate" hreflang="(\w+)"/g)).toEqual(["es", "en"]);
    }
    expect(pageOf("/docs/en/tools/banco_a.movimientos.consultar")).toMatch(/<h1 lang="es">/);
  });

  test("each is marked in the index, and all but the first and last have two neighbours", () => {
    for (const [path, html] of pages) {
      const current = path.includes("/errors/") ? 0 : 1;
      expect([path, matches(html, /(aria-current="page")/g).length]).toEqual([path, current]);
      const [after = ""] = matches(html, /<nav class="neighbours"([\s\S]*?)<\/nav>/g);
      const isEnd = /^\/docs(\/en)?$/.test(path) || path.endsWith(`/${String(errorCodes.at(-1))}`);
      expect([path, hrefs(after).length]).toEqual([path, isEnd ? 1 : 2]);
    }
  });

  test("nothing is fetched from elsewhere, and only the one script runs", async () => {
    const policy = (await get("/docs")).headers.get("content-security-policy") ?? "";
    const [script = ""] = matches(pageOf("/docs"), /<script>([\s\S]*?)<\/script>/g);
    const hash = createHash("sha256").update(script).digest("base64");
    expect(policy).toContain(`script-src 'sha256-${hash}'; style-src 'self'`);
    expect(policy).toContain("default-src 'none'");
    for (const html of pages.values()) {
      expect(html).not.toMatch(
        /<script .|<style|<img|<iframe| style="| on\w+="|javascript:| src=/i,
      );
    }
  });

  test("code can be copied: three languages, one name for each variable, short first lines", () => {
    const html = pageOf("/docs/en/tools/tributario.dte.emitir");
    expect(matches(html, /<input type="radio"[^>]*value="(\w+)"/g)).toEqual([
      "curl",
      "ts",
      "python",
    ]);
    const code = matches([...pages.values()].join(""), /<pre[^>]*><code>([\s\S]*?)<\/code>/g);
    expect(code.length).toBeGreaterThan(6 * tools.length);
    const named = new Set(
      code.flatMap((text) => text.match(/\$[A-Z_]{3,}|(?<=environ\[&quot;)\w+/g) ?? []),
    );
    const known = ["CONNECT_URL", "CONNECT_API_KEY", "CONNECTION", "IDEMPOTENCY_KEY"];
    // A job to read, and the sandbox's control plane.
    known.push("JOB", "SANDBOX");
    expect([...named].filter((name) => !known.includes(name.replace("$", "")))).toEqual([]);
    const firstLines = code
      .filter((text) => text.startsWith("curl"))
      .map((text) => unescaped(text.split("\n")[0] ?? ""));
    expect(firstLines.filter((line) => line.length > 60)).toEqual([]);
  });
});

test("the quickstart sets each variable, with the address of the service that shows it", async () => {
  const html = unescaped(pageOf("/docs/guides/quickstart"));
  const markdown = await (await get("/docs/guides/quickstart.md")).text();
  for (const shown of [html, markdown]) {
    expect(shown).toContain("export CONNECT_URL=http://connect.test\n");
    for (const name of ["CONNECT_API_KEY", "CONNECTION", "IDEMPOTENCY_KEY"]) {
      expect(shown).toContain(`export ${name}=`);
    }
  }
  expect(pageOf("/docs/guides/agents")).toContain("http://connect.test/mcp");
  const guidePages = [...pages].filter(([path]) => path.includes("/guides/"));
  expect(guidePages.filter(([, page]) => page.includes("connect.example"))).toEqual([]);
});

test("the first page lists each system with how many tools it has", () => {
  const [, table = ""] = pageOf("/docs").split('id="sistemas-titulo"');
  const rows = matches(table, /<tr>(<th scope="row">.*?)<\/tr>/g).map((row) => [
    /href="\/docs\/systems\/([a-z_]+)"/.exec(row)?.[1],
    Number(/<td>(\d+)<\/td>$/.exec(row)?.[1]),
  ]);
  expect(rows).toEqual(connectors.map(({ manifest, tools: own }) => [manifest.id, own.length]));
});

test.each(["tools/banco_a.saldos.consultar", "systems/banco_a", "errors/rate_limited"])(
  "%s exists as Markdown too",
  async (path) => {
    const response = await get(`/docs/${path}.md`);
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=UTF-8");
    const text = await response.text();
    expect(text).toMatch(/^# \S/);
    expect(text).toContain(path.split("/")[1]);
    expect((text.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
  },
);

describe("search", () => {
  test.each([
    ["banco_a.saldos.consultar", "/docs/tools/banco_a.saldos.consultar"],
    [" RATE_LIMITED ", "/docs/errors/rate_limited"],
    ["tributario", "/docs/systems/tributario"],
    ["webhooks", "/docs/guides/webhooks"],
  ])("%s goes straight there", async (asked, path) => {
    const response = await get(`/docs/search?${new URLSearchParams({ q: asked }).toString()}`);
    expect([response.status, response.headers.get("location")]).toEqual([302, path]);
  });

  test("finds by purpose, in both languages", async () => {
    const found = await (await get("/docs/search?q=saldo%20del%20banco")).text();
    expect(found).toContain('href="/docs/tools/banco_a.saldos.consultar"');
    const english = await (await get("/docs/en/search?q=bank%20balance")).text();
    expect(english).toContain('href="/docs/en/tools/banco_a.saldos.consultar"');
  });

  test("says so if nothing matches", async () => {
    expect(await (await get("/docs/search?q=zzqxvvkw")).text()).toContain("Nada responde a");
  });

  test("escapes markup", async () => {
    const asked = '<b>zzqx</b>" onfocus=vvkw';
    const html = await (await get(`/docs/search?q=${encodeURIComponent(asked)}`)).text();
    expect(html).toContain("&lt;b&gt;zzqx");
    expect(html).not.toContain("<b>zzqx");
    expect(html).not.toContain('" onfocus');
  });

  test.each(["/docs/search?q=saldo", "/docs/en/search?q=zzqxvvkw", "/docs/search"])(
    "%s is never cached or listed",
    async (path) => {
      const { headers } = await get(path);
      const told = [headers.get("cache-control"), headers.get("x-robots-tag")];
      expect(told).toEqual(["no-store", "noindex"]);
      const page = await get("/docs/guides/reading");
      expect(page.headers.get("x-robots-tag")).toBeNull();
      expect(page.headers.get("cache-control")).toBe("public, max-age=300");
    },
  );

  test("without a question it asks for one", async () => {
    expect(await (await get("/docs/search")).text()).toContain("Escribe lo que quieres hacer");
  });
});

describe("an unknown page", () => {
  test.each([
    "/docs/nothing",
    "/docs/tools/no.such.tool",
    "/docs/en/guides/none",
    "/docs/__proto__",
    "/nothing",
  ])("%s: a page with a search for a person, the envelope for a program", async (path) => {
    const page = await get(path, asPerson);
    expect([page.status, page.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=UTF-8",
    ]);
    expect(await page.text()).toContain('<form role="search"');
    const envelope = await get(path);
    const { error } = (await envelope.json()) as { error: { code: string } };
    expect([envelope.status, error.code]).toEqual([404, "tool_not_found"]);
  });

  test.each([
    ["/docs/", "/docs"],
    ["/docs/en/", "/docs/en"],
    ["/docs/guides/webhooks/", "/docs/guides/webhooks"],
    ["/docs/search/?q=uf", "/docs/search?q=uf"],
  ])("%s, as people type it, leads to %s", async (typed, path) => {
    const answer = await get(typed, asPerson);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
    expect((await get(path, asPerson)).status).toBeLessThan(400);
    expect((await get(typed)).status).toBe(404);
  });

  test.each(["//example.com/", "/\\example.com/", "/", "//"])(
    "%s leads to no other host",
    async (path) => {
      const answer = await get(`http://localhost${path}`, asPerson);
      expect(answer.headers.get("location") ?? "/docs").toBe("/docs");
    },
  );

  test("the root leads a person to the documentation; an icon and robots.txt exist", async () => {
    const root = await get("/", asPerson);
    expect([root.status, root.headers.get("location")]).toEqual([302, "/docs"]);
    expect((await get("/favicon.ico")).headers.get("content-type")).toBe("image/svg+xml");
    expect(await (await get("/robots.txt")).text()).toContain("Allow: /docs");
  });
});
