import { expect } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { callTool, type TestOrganization } from "../scenes/api.ts";
import type { Child } from "./child-process.ts";
import { startWorker, type Signal } from "./child-worker.ts";
import {
  ofStored,
  ofTruth,
  type StoredMovement,
  type TruthMovement,
} from "../portals/movements.ts";
import type { PortalLogin, SyncScene } from "../scenes/sync-scene.ts";

/** A month of one account with 40 movements, and of two with none. */
export const shortPeriodo = "2026-02";
const rowsOfPeriod = 40;

/** A connection with a sync that waits for a worker. */
export interface WorkerCase {
  login: PortalLogin;
  connection: string;
  jobId: string;
}

export async function newCase(
  scene: SyncScene,
  owner: TestOrganization,
  login: PortalLogin,
): Promise<WorkerCase> {
  const connection = await scene.connect(owner.id, login);
  const jobId = await scene.requestSync(owner, connection, { periodo: shortPeriodo });
  return { login, connection, jobId };
}

export function workerThat(
  scene: SyncScene,
  signal: Signal,
  crashPoint: CrashPoint,
  { jobId }: WorkerCase,
): Child {
  return startWorker(scene, { takes: "syncs", jobId, crashPoint, signal });
}

export async function killedAt(
  scene: SyncScene,
  point: CrashPoint,
  given: WorkerCase,
): Promise<Child> {
  const child = workerThat(scene, "SIGKILL", point, given);
  expect(await child.ended, child.output().stderr).toEqual({ code: null, signal: "SIGKILL" });
  return child;
}

/** The connection's stored rows are its bank's, each once. */
export async function expectTruth(
  scene: SyncScene,
  { key }: TestOrganization,
  { login, connection }: WorkerCase,
): Promise<void> {
  const query = `resource=movimientos&periodo=${shortPeriodo}&rut=${login.empresa}`;
  const path = `/portals/banco_a/truth?${query}`;
  const truth = await scene.sandbox.control<{ rows: TruthMovement[] }>("GET", path);
  expect(truth.body.rows).toHaveLength(rowsOfPeriod);
  const input = { periodo: shortPeriodo, limit: 500 };
  const call = { key, connection };
  const { body } = await callTool(scene.app, "banco_a.movimientos.consultar", input, call);
  const stored = body.data?.["movimientos"] as StoredMovement[];
  expect(ofStored(stored)).toEqual(ofTruth(truth.body.rows));
  expect(new Set(stored.map(({ id }) => id)).size).toBe(rowsOfPeriod);
}
