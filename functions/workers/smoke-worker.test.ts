import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium } from "#lib/browser/process/find-chromium.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Keys } from "#lib/platform/keys.ts";
import type { Queue, JobMessage } from "#lib/platform/queue.ts";
import { failedParts, readSmoke, startSmoke } from "#lib/smoke/index.ts";
import { createVault } from "#lib/vault/index.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { queueEvent } from "#tests/support/lambda/events.ts";
import { readableLog } from "#tests/support/log.ts";
import { createDrain } from "./create-drain.ts";
import { createEmissionWorker } from "./create-emission-worker.ts";
import { createHousekeeping } from "./create-housekeeping.ts";
import { createSyncWorker } from "./create-sync-worker.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

type Part = "sync" | "emission";

interface Planted {
  chromiumPath?: string | undefined;
  keys?: Keys;
  /** The worker whose queue accepts nothing. */
  unreachable?: Part;
  /** The one worker with the browser and the keys given here; by default both. */
  onlyIn?: Part;
}

const asTested: Planted = { chromiumPath: process.env["CHROMIUM_PATH"] };

const away = (): Promise<never> => Promise.reject(new AppError("service_unavailable"));

/** Runs all parts of a stage one after another, with a fault in it. */
async function looked(planted: Planted = asTested, smokesDaily = false) {
  const { log, lines } = readableLog();
  const sent: Record<Part, JobMessage[]> = { sync: [], emission: [] };
  const queueOf = (part: Part): Queue => ({
    check: () => Promise.resolve(),
    send: (message) =>
      planted.unreachable === part ? away() : Promise.resolve(void sent[part].push(message)),
    sendBatch: away,
  });
  const deps = {
    ...api.deps,
    log,
    queue: queueOf("sync"),
    emissionQueue: queueOf("emission"),
    openPortal: away,
    chromiumPath: asTested.chromiumPath,
  };
  const { keys, chromiumPath, onlyIn } = planted;
  const vault = keys === undefined ? deps.vault : createVault(keys, api.clock);
  const depsOf = (part: Part) =>
    onlyIn === undefined || onlyIn === part ? { ...deps, vault, chromiumPath } : deps;
  const id = smokesDaily ? null : await startSmoke(deps);
  await createHousekeeping({
    ...deps,
    db: api.database.keeper,
    schedules: { put: away, pause: away, remove: away },
    smokesDaily,
    chores: [],
  })();
  await createDrain(deps)(60_000);
  const workers = {
    sync: createSyncWorker(depsOf("sync")),
    emission: createEmissionWorker(depsOf("emission")),
  };
  for (const part of ["sync", "emission"] as const) {
    const messages = sent[part].map((message, at) => ({
      messageId: String(at),
      body: JSON.stringify(message),
      receiptHandle: "",
      receives: 1,
      attributes: {},
    }));
    if (messages.length > 0) await workers[part](queueEvent(messages), 120_000);
  }
  return { sent, lines, results: id === null ? {} : await readSmoke(deps, id) };
}

const later = (hours: number): void => api.clock.advance(hours * 3_600_000);

test("every part of a live stage says so, up to its last step", async () => {
  const { results } = await looked();
  expect(failedParts(results)).toEqual([]);
  expect(Object.values(results).map(({ step }) => step)).toEqual([
    "write",
    "write",
    "write",
    "write",
  ]);
  expect(results.sync?.ms).toBeGreaterThan(0);
}, 120_000);

test("a browser that cannot start fails both workers, and nothing else", async () => {
  const { results } = await looked({ chromiumPath: "/nowhere/chrome" });
  expect(failedParts(results)).toEqual(["sync", "emission"]);
  expect(results.sync).toMatchObject({ step: "browser", code: "service_unavailable" });
  expect(results.emission).toMatchObject({ step: "browser", code: "service_unavailable" });
});

test("with a queue that accepts nothing its worker stays silent, and the other part answers", async () => {
  const { results, sent } = await looked({ unreachable: "sync", chromiumPath: "/nowhere/chrome" });
  expect(results.sync).toBeUndefined();
  expect(results.emission?.step).toBe("browser");
  expect([sent.sync.length, sent.emission.length]).toEqual([0, 1]);
  expect([results.drain?.code, results.housekeeping?.code]).toEqual(["ok", "ok"]);
});

test("once a day housekeeping runs the check, and reports how many parts failed in the last one", async () => {
  await api.database.owner("delete from smokes");
  const first = await looked({ chromiumPath: "/nowhere/chrome" }, true);
  expect(first.sent.sync).toHaveLength(1);
  const measured = ({ lines }: { lines: string[] }) =>
    lines.filter((line) => line.includes("measured.smoke"));
  expect(measured(first)).toEqual([]);
  later(1);
  const second = await looked({ chromiumPath: "/nowhere/chrome" }, true);
  expect(second.sent.sync).toEqual([]);
  expect(measured(second).map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ SmokePartsFailed: 2 }),
  ]);
  later(23);
  expect((await looked({ chromiumPath: "/nowhere/chrome" }, true)).sent.emission).toHaveLength(1);
});

/** Starts but finds no font: the log lines are those of a machine without any. */
async function withoutFonts(folder: string): Promise<string> {
  const { path, environment } = await findChromium(asTested.chromiumPath);
  const none = join(folder, "fonts.conf");
  await writeFile(none, "<fontconfig></fontconfig>", { mode: 0o644 });
  const settings = Object.entries({ ...environment, FONTCONFIG_FILE: none });
  const given = settings.map(([name, value]) => `${name}='${value}'`).join(" ");
  const chrome = join(folder, "chrome");
  await writeFile(chrome, `#!/bin/sh\nexec env ${given} '${path}' "$@"\n`, { mode: 0o755 });
  return chrome;
}

test("only a worker whose browser has no font fails, at showing a form", async () => {
  const folder = await mkdtemp(join(tmpdir(), "connect-no-fonts-"));
  await chmod(folder, 0o755);
  try {
    const chromiumPath = await withoutFonts(folder);
    const { results, lines } = await looked({ chromiumPath, onlyIn: "emission" });
    expect(failedParts(results)).toEqual(["emission"]);
    expect(results.emission).toMatchObject({ step: "browser", code: "service_unavailable" });
    expect(lines.join("\n")).toContain("It needs a font for that");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);

test.each(["sync", "emission"] as const)(
  "only the %s worker fails, at sealing, if it may not use the key",
  async (onlyIn) => {
    const keys: Keys = { newDataKey: away, unwrap: away };
    const { results } = await looked({ ...asTested, keys, onlyIn });
    expect(failedParts(results)).toEqual([onlyIn]);
    expect(results[onlyIn]).toMatchObject({ step: "seal", code: "service_unavailable" });
  },
  120_000,
);
