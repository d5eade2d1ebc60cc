import { describe, expect, test } from "vitest";
import type { Control } from "./control.ts";
import type { Runtime } from "./options.ts";
import { createWaitForSync, SyncStillRunning, type SyncJob } from "./syncs.ts";
import { createExecute, toolTree } from "./tool-tree.ts";
import type { Request } from "./transport.ts";
import { createWebhooks } from "./webhooks.ts";

/** A service that has these pages, one cursor after another. */
function pagesOf(pages: Record<string, unknown>[]) {
  const asked: Request[] = [];
  const tools = toolTree(
    createExecute(async (request) => {
      asked.push(request);
      return { data: pages[asked.length - 1], meta: {} };
    }),
  );
  return { tools, asked };
}

const connection = "conn_uno";
const three = () =>
  pagesOf([
    { movimientos: [{ id: "1" }, { id: "2" }], cursor: "c1" },
    { movimientos: [], cursor: "c2" },
    { movimientos: [{ id: "3" }], cursor: null },
  ]);
const inputsOf = (asked: Request[]) => asked.map(({ body }) => (body as { input: unknown }).input);

describe("a tool with pages", () => {
  test("yields every row, even past an empty page", async () => {
    const { tools, asked } = three();
    const ids: string[] = [];
    const { consultar } = tools.banco_a.movimientos;
    for await (const row of consultar.all({ periodo: "2026-08" }, { connection })) ids.push(row.id);
    expect(ids).toEqual(["1", "2", "3"]);
    expect(inputsOf(asked)).toEqual([
      { periodo: "2026-08", cursor: undefined },
      { periodo: "2026-08", cursor: "c1" },
      { periodo: "2026-08", cursor: "c2" },
    ]);
    expect(asked.map(({ headers }) => headers)).toEqual(
      Array.from({ length: 3 }, () => ({
        "x-connect-connection": connection,
        "idempotency-key": undefined,
      })),
    );
  });

  test("requests no page that nobody reads, and continues from a cursor", async () => {
    const { tools, asked } = three();
    const pages = tools.banco_a.movimientos.consultar.pages({ cursor: "c0" }, { connection });
    for await (const page of pages) {
      expect(page.movimientos).toHaveLength(2);
      break;
    }
    expect(inputsOf(asked)).toEqual([{ cursor: "c0" }]);
  });
});

describe("connect.tools", () => {
  test("is neither a promise nor a list of tools that were never asked for", async () => {
    const { tools } = pagesOf([]);
    expect(await Promise.resolve(tools)).toBe(tools);
    expect(JSON.stringify(tools)).toBe("{}");
    expect((tools as unknown as Record<string, unknown>)["toJSON"]).toBeUndefined();
  });

  test("reaches a tool newer than the library, without knowing its pages", async () => {
    const { tools, asked } = pagesOf([{ a: 1 }]);
    const newer = tools as unknown as Record<
      string,
      Record<string, Record<string, typeof tools.banco_a.movimientos.consultar>>
    >;
    const leer = newer["banco_z"]?.["cosas"]?.["leer"];
    expect(await leer?.({}, { connection })).toEqual({ a: 1 });
    expect(asked[0]?.path).toBe("/v1/tools/banco_z.cosas.leer/execute");
    await expect(leer?.all({}, { connection }).next()).rejects.toThrow("banco_z.cosas.leer");
  });
});

test("deliveries are read to the end", async () => {
  const cursors: unknown[] = [];
  const control = (async (_id: string, { query }: { query: { cursor?: string } }) => {
    cursors.push(query.cursor);
    const last = query.cursor !== undefined;
    return { data: [{ id: last ? "whd_2" : "whd_1" }], pagination: { cursor: last ? null : "c" } };
  }) as unknown as Control;
  const ids: string[] = [];
  for await (const { id } of createWebhooks(control).allDeliveries("whk_1")) ids.push(id);
  expect([ids, cursors]).toEqual([
    ["whd_1", "whd_2"],
    [undefined, "c"],
  ]);
});

describe("waitForSync", () => {
  function scene(statuses: SyncJob["status"][]) {
    const pauses: number[] = [];
    let now = 0;
    const runtime: Runtime = {
      wait: async (ms) => {
        pauses.push(ms);
        now += ms;
      },
      now: () => now,
      random: () => 0,
    };
    const control = (async () => ({
      data: { id: "sjb_1", status: statuses.shift() ?? "running" },
    })) as unknown as Control;
    return { wait: createWaitForSync(control, runtime), pauses };
  }

  test.each(["succeeded", "failed", "canceled"] as const)(
    "answers a job that has %s, asking less and less often",
    async (end) => {
      const { wait, pauses } = scene(["queued", "running", "running", end]);
      const seen: string[] = [];
      const onProgress = ({ status }: SyncJob) => void seen.push(status);
      const job = await wait("sjb_1", { onProgress, throwOnFailure: false });
      expect(job.status).toBe(end);
      expect(seen).toEqual(["queued", "running", "running", end]);
      expect(pauses).toEqual([1000, 1500, 2250]);
    },
  );

  test("ends at its limit, with the job as it is", async () => {
    const { wait, pauses } = scene([]);
    const thrown = await wait("sjb_1", { waitMs: 20_000 }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(SyncStillRunning);
    expect(thrown).toMatchObject({ job: { status: "running" } });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(20_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(8_000);
  });
});
