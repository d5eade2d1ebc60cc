import { randomBytes } from "node:crypto";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundles } from "#infra/aws/bundle.ts";
import { buildEntry, buildFunction } from "#infra/build/build.ts";
import { urlEvent } from "#tests/support/lambda/events.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { progress } from "../harness/progress.ts";
import { interleave, median } from "../harness/rounds.ts";
import { legalSettings } from "#tests/support/scenes/legal-settings.ts";

const runs = 20;

/** Import and first request, without a credential, so that neither side needs a database. */
export const coldImport: Bench = {
  names: ["cold.import", "cold.bundle", "cold.bundle.all"],
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "connect-bench-cold-"));
    try {
      const { file: ours, coldBytes, bytes } = await buildFunction("api", folder);
      const floorEntry = fileURLToPath(new URL("./floor-function.ts", import.meta.url));
      const { file: floor } = await buildEntry(
        "floor",
        { ...bundles.api, entry: floorEntry },
        folder,
      );
      await firstRequestMs(ours);
      await firstRequestMs(floor);
      const results = await interleave("cold.import", runs, {
        ours: () => firstRequestMs(ours),
        floor: () => firstRequestMs(floor),
      });
      return [
        figure("cold.import", median(results.ours), median(results.floor)),
        figure("cold.bundle", coldBytes / 1_000_000, null),
        figure("cold.bundle.all", bytes / 1_000_000, null),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const script = fileURLToPath(new URL("./first-request.ts", import.meta.url));
const event = JSON.stringify(
  urlEvent({
    method: "POST",
    path: "/v1/tools/core.timestamp.now/execute",
    headers: { "content-type": "application/json" },
    body: '{"input":{}}',
  }),
);

const environment = {
  PATH: process.env["PATH"],
  AWS_REGION: "us-east-1",
  BASE_URL: "https://connect.test",
  // Its driver is the one that a deployed stage loads, and that the floor has.
  DATABASE_URL: "postgres://nobody:nothing@ep-none-0000.sa-east-1.aws.neon.tech/none",
  INDICATORS_BASE_URL: "http://127.0.0.1:9",
  ...legalSettings,
  SERVICE_SECRET: randomBytes(32).toString("base64"),
  KMS_KEY_ID: "alias/connect",
  SYNC_QUEUE_URL: "http://127.0.0.1:9/000000000000/syncs",
  EMISSION_QUEUE_URL: "http://127.0.0.1:9/000000000000/emissions",
};

async function firstRequestMs(bundle: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, bundle, event], {
    env: environment,
  });
  const told = stdout.trim().split("\n").at(-1) ?? "";
  const { ms, importMs, statusCode } = JSON.parse(told) as Record<string, number>;
  assert.equal(statusCode, 401, stdout);
  progress(
    "cold.import",
    `${path.basename(bundle)} ${ms?.toFixed(0)} ms, import ${importMs?.toFixed(0)}`,
  );
  return ms ?? Number.NaN;
}
