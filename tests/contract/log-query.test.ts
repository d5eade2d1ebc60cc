import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { readableLog } from "#tests/support/log.ts";
import { operationsBlocks } from "#tests/support/texts/operations-blocks.ts";

// `docs/operations.md` has a query in the language of the cloud's log. Here it is applied to the lines that the
// service writes: a field that no line has, or a line without its request's id, makes the page wrong.

const { log, lines } = readableLog();
let scene: JobScene;
beforeAll(async () => {
  scene = await jobScene({ log });
});
afterAll(() => scene.close());

/** `fields a, b | filter c = "…" | sort @timestamp`, and nothing else. */
function asked(query: string, value: string): Record<string, unknown>[] {
  const [, names = "", by = "", order = ""] =
    /^fields ([\w@, ]+) \| filter (\w+) = "req_…" \| sort (@\w+)\n$/.exec(query) ?? [];
  const fields = names.split(", ");
  expect(order).toBe("@timestamp");
  expect(fields).toContain(order);
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line[by] === value)
    .map(({ at, ...line }) => ({ "@timestamp": at, ...line }))
    .map((line) => Object.fromEntries(fields.map((field) => [field, line[field as never]])));
}

test("the page's query leads from a call through its job to the portal", async () => {
  const query = (await operationsBlocks()).find(({ by }) => by === "log")?.text ?? "";
  const { id, key } = await scene.organization();
  const connection = await scene.connect(id);
  scene.play({
    login: () => {
      throw new AppError("upstream_unexpected_response");
    },
  });
  const input = { periodo: "2026-10" };
  const { body } = await callTool(scene.app, "banco_a.conexion.sincronizar", input, {
    key,
    connection,
  });
  const jobId = String(body.data?.["jobId"]);
  await scene.run(jobId);

  const rows = asked(query, String(body.meta["request_id"]));
  const events = rows.map((row) => row["event"]);
  // The call is one line of numbers, and each step of its job one of words.
  expect(events).toEqual(expect.arrayContaining(["measured.call", "portal.step", "sync.ended"]));
  const [ended] = rows.filter((row) => row["event"] === "sync.ended");
  expect(ended).toMatchObject({ code: "upstream_unexpected_response", job: jobId });
  for (const field of Object.keys(rows[0] ?? {})) {
    expect(rows.filter((row) => row[field] !== undefined).length, field).toBeGreaterThan(0);
  }
});
