import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createApi } from "#functions/api/app.ts";
import { controlOperations } from "#functions/api/control-operations.ts";
import { localRegion } from "#infra/local/queue-server.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { openDatabase } from "#lib/db/client.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { guides } from "#lib/guides/index.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { answerableCodes } from "#lib/tools/answerable-codes.ts";
import { ErrorEnvelope, Meta, ToolDetail, ToolSummary } from "#lib/tools/documents/index.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { readableLog, silentLog } from "#tests/support/log.ts";

const tools = connectors.flatMap((connector) => connector.tools);

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const get = (path: string) => api.app.request(path);
const text = async (path: string) => (await get(path)).text();

async function refused(response: Response | Promise<Response>, status: number, code: string) {
  const answer = await response;
  const body = ErrorEnvelope.parse(await answer.json());
  expect([answer.status, body.error.code]).toEqual([status, code]);
  expect(answer.headers.get("x-request-id")).toBe(body.meta.request_id);
  return body.error;
}

describe("GET /v1/tools", () => {
  const Listed = z.strictObject({ data: z.array(ToolSummary), meta: Meta });
  const listed = async (path: string) => Listed.parse(await (await get(path)).json());

  test("lists every tool publicly, without schemas", async () => {
    const { data, meta } = await listed("/v1/tools");
    expect(data.map(({ id }) => id)).toEqual(tools.map(({ id }) => id));
    expect(data.length).toBeGreaterThanOrEqual(8);
    expect(meta).toMatchObject({ plane: "control", audit_status: "not_recorded" });
  });

  test("filters the tools by connector", async () => {
    const { data } = await listed("/v1/tools?connector=core");
    expect(data.map(({ connector }) => connector)).toEqual(data.map(() => "core"));
    expect(data).toContainEqual(
      expect.objectContaining({
        id: "core.timestamp.now",
        effect: "read",
        needs_connection: false,
        alcance: null,
        required_scopes: ["core:read"],
      }),
    );
  });

  test("refuses an unknown connector and an unknown filter", async () => {
    const unknown = await refused(get("/v1/tools?connector=nada"), 400, "validation_error");
    expect(unknown.details?.issues).toMatchObject([{ path: ["connector"] }]);
    const typo = await refused(get("/v1/tools?conector=core"), 400, "validation_error");
    expect(typo.details?.issues).toMatchObject([{ path: ["conector"] }]);
  });
});

describe("GET /v1/tools/{id}", () => {
  test.each(tools)("$id: schemas, example and every code it can answer", async (tool) => {
    const body = await (await get(`/v1/tools/${tool.id}`)).json();
    const { data } = z.strictObject({ data: ToolDetail, meta: Meta }).parse(body);
    expect(data.id).toBe(tool.id);
    expect(data.errors.map(({ code }) => code)).toEqual(answerableCodes(tool));
    const schema = z.fromJSONSchema(data.input_schema);
    expect(schema.safeParse(data.example.input).success).toBe(true);
    expect(tool.input.safeParse(data.example.input).success).toBe(true);
    expect(tool.output.safeParse(data.example.output).success).toBe(true);
  });

  test.each(["core.timestamp.then", "__proto__", "core", "%00", "%ff"])(
    "%s is not a tool",
    async (id) => {
      await refused(get(`/v1/tools/${id}`), 404, "tool_not_found");
    },
  );
});

describe("GET /llms.txt", () => {
  test("is short, and has a line for every tool", async () => {
    const response = await get("/llms.txt");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
    const lines = (await response.text()).split("\n");
    const listed = lines.flatMap((line) => /^- \[([a-z_]+\.[a-z_.]+)\]/.exec(line)?.[1] ?? []);
    expect(listed).toEqual(tools.map(({ id }) => id));
    expect(lines.length - listed.length - guides.length).toBeLessThan(50);
  });

  test("all its links work", async () => {
    const links = [...(await text("/llms.txt")).matchAll(/\]\(http:\/\/connect\.test([^)]+)\)/g)];
    expect(links.length).toBeGreaterThanOrEqual(tools.length + 4);
    for (const [, path = ""] of links)
      expect([path, (await get(path)).status]).toEqual([path, 200]);
  });
});

describe("health", () => {
  test("the process answers", async () => {
    const response = await get("/health");
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  test("ready while database and queues answer", async () => {
    const response = await get("/health/ready");
    expect(await response.json()).toEqual({
      status: "ok",
      checks: { database: "ok", queue: "ok", emission_queue: "ok" },
    });
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  });

  test("not ready while the database is unreachable, and the process still answers", async () => {
    const url = "postgres://nobody:nothing@127.0.0.1:9/nowhere";
    const away = await openDatabase({ url, max: 1, log: silentLog });
    const app = createApi({ ...api.appDeps, db: away });
    const response = await app.request("/health/ready");
    expect(response.headers.get("retry-after")).toBe("5");
    const error = await refused(response, 503, "service_unavailable");
    expect(error.details).toEqual({ failed: ["database"] });
    expect((await app.request("/health")).status).toBe(200);
    await away.close();
  });

  test("however many ask, what it depends on is looked at once a second", async () => {
    let looks = 0;
    let isUnreachable = false;
    const emissionQueue = {
      ...api.appDeps.emissionQueue,
      check: async () => {
        looks += 1;
        if (isUnreachable) throw new AppError("service_unavailable");
      },
    };
    let now = Date.parse("2026-11-26T12:00:00Z");
    const clock = { now: () => new Date(now) };
    const app = createApi({ ...api.appDeps, clock, emissionQueue });
    const ask = async () => (await app.request("/health/ready")).status;
    const together = await Promise.all(Array.from({ length: 50 }, ask));
    expect([new Set(together), looks]).toEqual([new Set([200]), 1]);
    isUnreachable = true;
    now += 1_000;
    expect([await ask(), looks]).toEqual([503, 2]);
    isUnreachable = false;
    // A clock that was moved back is no reason to keep an old look.
    now -= 5_000;
    expect([await ask(), looks]).toEqual([200, 3]);
  });

  test.each([
    ["at an address where nothing listens", { endpoint: "http://127.0.0.1:9" }],
    ["that does not exist", { queueUrl: "http://127.0.0.1/000000000000/none" }],
  ])("not ready with a queue %s", async (_case, wrong) => {
    const { url: queueUrl, endpoint } = api.queue;
    const queue = createSqsQueue({ queueUrl, endpoint, region: localRegion, ...wrong });
    const app = createApi({ ...api.appDeps, queue });
    const error = await refused(app.request("/health/ready"), 503, "service_unavailable");
    expect(error.details).toEqual({ failed: ["queue"] });
    const without = createApi({ ...api.appDeps, emissionQueue: queue });
    const other = await refused(without.request("/health/ready"), 503, "service_unavailable");
    expect(other.details).toEqual({ failed: ["emission_queue"] });
  });

  test("an unexpected error is logged under its answer's id, and only there", async () => {
    const { log, lines } = readableLog();
    const broken = { ...api.deps.db, run: () => Promise.reject(new Error("a secret of ours")) };
    const app = createApi({ ...api.appDeps, db: broken, log });
    const response = await app.request("/health/ready");
    const { request_id: id } = await refused(response, 500, "internal_error");
    expect(response.headers.get("x-request-id")).toBe(id);
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toMatchObject([{ request_id: id, event: "request.failed" }]);
    expect(lines.join()).toContain("a secret of ours");
  });
});

describe("every public endpoint", () => {
  const open = controlOperations.filter(
    ({ auth, method, path }) => auth === "none" && method === "get" && !path.includes("{"),
  );

  test("there are some", () => expect(open.length).toBeGreaterThanOrEqual(6));

  test.each(open)("$path: an id on every answer, HEAD too, and no other method", async (one) => {
    const answers = await Promise.all([get(one.path), get(one.path)]);
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{26}$/);
    const head = await api.app.request(one.path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      await refused(api.app.request(one.path, { method }), 404, "tool_not_found");
    }
  });

  test.each(["/", "/v1", "/v1/tools/", "/openapi.yaml", "/health/other"])(
    "%s is not a path of the service",
    async (path) => {
      await refused(get(path), 404, "tool_not_found");
    },
  );
});
