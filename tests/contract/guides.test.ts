import { beforeAll, describe, expect, test } from "vitest";
import { controlOperations } from "#functions/api/control-operations.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { guides, inlineOf, type Block, type Guide } from "#lib/guides/index.ts";
import { errorCodes, errorEntry } from "#lib/kernel/errors/index.ts";
import { ErrorBody, executePath } from "#lib/tools/documents/index.ts";
import { eventData, eventTypes } from "#lib/webhooks/event-types.ts";
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

const tools = new Map(
  connectors.flatMap((connector) => connector.tools).map((tool) => [tool.id, tool]),
);
const toolOf = (id: string) => {
  const tool = tools.get(id);
  if (tool === undefined) throw new TypeError(`no tool ${id}`);
  return tool;
};

/** Words of MCP, of the client library, and of the sandbox. */
const namedElsewhere = [
  "search_docs",
  "connectionId",
  "resource_link",
  "withMeta",
  "retryAfter",
  "verifyWebhook",
  "signTestWebhook",
  "wrong_password",
  "account_blocked",
  "session_active",
  "layout_changed",
  "send_lost",
  "send_dropped",
];

let api: SharedApi;
let pages: Map<string, string>;
let openApi: string;
beforeAll(async () => {
  api = await sharedApi();
  openApi = await text("/openapi.json");
  const paths = ["/docs", ...guides.map(({ id }) => `/docs/guides/${id}`)];
  pages = new Map(await Promise.all(paths.map(async (path) => [path, await text(path)] as const)));
});

const get = (path: string) => api.app.request(path);
async function text(path: string): Promise<string> {
  return (await get(path)).text();
}

const idsIn = (html: string): string[] =>
  [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

function blocksOf<K extends Block["kind"]>(guide: Guide, kind: K) {
  return guide.blocks.filter((block) => block.kind === kind) as Extract<Block, { kind: K }>[];
}

/** Every text of a guide that is not runnable code. */
const proseOf = (guide: Guide): string[] =>
  guide.blocks.flatMap((block) => {
    switch (block.kind) {
      case "heading":
      case "text":
      case "note":
        return [block.text];
      case "list":
        return [...block.items];
      case "table":
        return [block.head, ...block.rows].flat();
      case "code":
      case "call":
        return [];
    }
  });

const piecesOf = (guide: Guide) => proseOf(guide).flatMap(inlineOf);
const namedIn = (guide: Guide): string[] =>
  piecesOf(guide).flatMap((piece) => (piece.kind === "code" ? [piece.text] : []));

test("the expected guides exist, in reading order", () => {
  expect(guides.map(({ id }) => id)).toEqual([
    "quickstart",
    "agents",
    "reading",
    "syncing",
    "emitting",
    "folders",
    "mail",
    "webhooks",
    "errors",
    "limits",
    "sandbox",
  ]);
});

describe.each(guides)("$id", (guide) => {
  const path = `/docs/guides/${guide.id}`;

  test("is a page, in English inside Spanish pages; its old address redirects to it", async () => {
    const html = pages.get(path) ?? "";
    expect(html).toMatch(/^<!doctype html><html lang="es-CL">/);
    expect(html).toContain('<article class="guide" lang="en">');
    for (const ending of ["", ".md"]) {
      const moved = await get(`/docs/${guide.id}${ending}`);
      expect([moved.status, moved.headers.get("location")]).toEqual([301, `${path}${ending}`]);
    }
  });

  test("is the same as Markdown, linked from llms.txt and from the reference", async () => {
    const response = await get(`${path}.md`);
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=UTF-8");
    expect(await response.text()).toBe(
      guide.markdown.replaceAll("https://connect.example", "http://connect.test"),
    );
    expect(guide.markdown.startsWith(`# ${guide.title}\n`)).toBe(true);
    expect((guide.markdown.match(/^```/gm)?.length ?? 1) % 2).toBe(0);
    expect(await text("/llms.txt")).toContain(`(http://connect.test${path}.md)`);
    expect(pages.get("/docs")).toContain(`href="${path}"`);
  });

  test("every heading has its own anchor", () => {
    const headings = blocksOf(guide, "heading").map(({ id }) => id);
    const ids = idsIn(pages.get(path) ?? "");
    expect(headings.length).toBeGreaterThanOrEqual(3);
    expect(ids).toEqual(expect.arrayContaining(headings));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("every link leads to an existing page and anchor", async () => {
    const links = [...(pages.get(path) ?? "").matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(links.length).toBeGreaterThan(guides.length);
    for (const link of links) {
      const [page = "", place] = (link ?? "").split("#");
      const target = page === "" ? path : page;
      if (place === undefined) expect([link, (await get(target)).status]).toEqual([link, 200]);
      else expect([link, idsIn(pages.get(target) ?? "").includes(place)]).toEqual([link, true]);
    }
  });

  test("the service knows everything that it names as code", () => {
    const known = new Set([
      ...(openApi.match(/\w+/g) ?? []),
      ...eventTypes.flatMap((type) => type.match(/\w+/g) ?? []),
      ...errorCodes.flatMap((code) => errorEntry(code).details?.match(/\w+/g) ?? []),
      ...namedElsewhere,
    ]);
    const names = namedIn(guide).flatMap((name) => name.match(/\w+/g) ?? []);
    const words = names.filter((word) => /[a-z](_[a-z]|[A-Z])/.test(word));
    expect(words.filter((word) => !known.has(word))).toEqual([]);
  });

  test("the tools and events that it names exist", () => {
    const ids = namedIn(guide).filter((name) => /^[a-z_]+\.[a-z_]+\.[a-z_]+$/.test(name));
    expect(ids.filter((id) => !tools.has(id) && !Object.hasOwn(eventData, id))).toEqual([]);
  });

  test("the endpoints that it names exist", () => {
    const named = namedIn(guide).flatMap(
      (name) => /^(GET|POST|PATCH|DELETE) (\/\S*)$/.exec(name)?.slice(1, 3).join(" ") ?? [],
    );
    const fetched = blocksOf(guide, "code").flatMap(({ text: source }) =>
      [...source.matchAll(/curl[^\n]*"\$CONNECT_URL(\/[^"?]+)([^]*?)(?=curl|$)/g)].map(
        ([, target = "", rest = ""]) =>
          `${rest.includes(" -d ") ? "POST" : "GET"} ${target.replaceAll(/\$\w+/g, "{id}")}`,
      ),
    );
    const endpoints = [
      ...controlOperations.map(({ method, path: at }) => `${method.toUpperCase()} ${at}`),
      "POST /mcp",
    ];
    expect([...named, ...fetched].filter((one) => !endpoints.includes(one))).toEqual([]);
  });
});

const calls = guides.flatMap((guide) =>
  blocksOf(guide, "call").map((call) => ({ guide, call, toolId: call.toolId })),
);

test.each(calls)(
  "the call of $toolId in $guide.id would be accepted",
  ({ guide, call, toolId }) => {
    const tool = toolOf(toolId);
    expect(tool.input.safeParse(call.input).error?.issues ?? []).toEqual([]);
    expect({ connection: call.connection, key: call.key }).toEqual({
      connection: tool.needsConnection,
      key: tool.effect === "destructive",
    });
    expect(guide.markdown).toContain(`$CONNECT_URL${executePath(toolId)}"`);
  },
);

test("the guides call tools of every effect", () => {
  expect(calls.length).toBeGreaterThanOrEqual(20);
  expect(new Set(calls.map(({ toolId }) => toolOf(toolId).effect))).toEqual(
    new Set(["read", "live", "write", "destructive"]),
  );
});

describe("the guide to errors", () => {
  const guide = guides.find(({ id }) => id === "errors") as Guide;

  test("has one section for each code, with its cause and its fix", () => {
    const sections = blocksOf(guide, "heading").filter(({ level }) => level === 3);
    expect(sections.map(({ id }) => id).toSorted()).toEqual(errorCodes.toSorted());
    for (const code of errorCodes) {
      const section = guide.markdown.split(`\n### ${code}\n`)[1]?.split("\n#")[0] ?? "";
      const { status, message, fix } = errorEntry(code);
      expect(section).toContain(`**Status:** ${status}\n`);
      expect(section).toContain(`**Cause:** ${message}\n`);
      expect(section).toContain(`**Fix:** ${fix}\n`);
    }
  });
});

describe("an answer shown in a guide", () => {
  const shown = (id: string, label: string): Record<string, unknown> => {
    const guide = guides.find((one) => one.id === id) as Guide;
    const block = blocksOf(guide, "code").find((one) => one.label === label);
    return JSON.parse(block?.text ?? "") as Record<string, unknown>;
  };

  test("for the first call is a real one", () => {
    const { data } = shown("quickstart", "The answer") as { data: { iso: string; unix: number } };
    expect(toolOf("core.timestamp.now").output.parse(data)).toEqual(data);
    expect(Date.parse(data.iso) / 1000).toBe(data.unix);
  });

  test("for a month that was never synced is a real one, and its next call would be accepted", () => {
    const answer = shown("reading", "A month that was never synced");
    const read = toolOf("banco_a.movimientos.consultar");
    expect(read.output.parse(answer)).toEqual(answer);
    const { siguiente } = answer["cobertura"] as {
      siguiente: { tool_id: string; input: unknown };
    };
    expect(toolOf(siguiente.tool_id).input.safeParse(siguiente.input).success).toBe(true);
  });

  test("for a refusal is a real one, in the catalogue's words", () => {
    const { error } = shown("errors", "A refusal") as { error: Record<string, unknown> };
    expect(ErrorBody.parse(error)).toEqual(error);
    expect(error["message"]).toBe(errorEntry("validation_error").message);
    expect(error["suggested_fix"]).toBe(errorEntry("validation_error").fix);
  });

  test("for a delivery is a real one", () => {
    const { type, data } = shown("webhooks", "A delivery's body");
    expect(type).toBe("sync.succeeded");
    expect(eventData["sync.succeeded"].parse(data)).toEqual(data);
  });
});
