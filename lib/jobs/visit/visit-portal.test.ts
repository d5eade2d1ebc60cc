import { expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { createLog } from "#lib/kernel/log.ts";
import { openJobsPortal } from "./visit-portal.ts";

const job = { id: "sjb_1", connector: "banco_a" };
const now = new Date("2026-11-03T12:00:00Z");
const options = { now, today: todayInSantiago(now), signal: AbortSignal.timeout(1_000) };

test("a portal that does not open is logged with its connector and the whole cause", async () => {
  const lines: string[] = [];
  const log = createLog({ level: "error", write: (line) => lines.push(line), now: () => now });
  const cause = new Error("no browser here", { cause: new Error("no font was unpacked") });
  const refused = new AppError("service_unavailable", { cause });
  const openPortal = () => Promise.reject(refused);
  await expect(openJobsPortal({ openPortal, log }, job, options)).rejects.toBe(refused);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: "error",
      event: "portal.not_opened",
      job: "sjb_1",
      connector: "banco_a",
      cause: { message: "no browser here", cause: { message: "no font was unpacked" } },
    },
  ]);
});
