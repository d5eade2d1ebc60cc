import assert from "node:assert/strict";
import { withDatabase } from "../harness/cluster.ts";
import { cpuMsOfPostgres } from "../harness/cpu-time.ts";
import { ask } from "../harness/load.ts";
import { bundleServer, type ServerBundle, type ServerProcess } from "../harness/server.ts";
import { setScene, type Scene } from "./scene.ts";

export interface Sides {
  ours: ServerBundle;
  floor: ServerBundle;
  /** CPU time of the database so far. */
  databaseCpuMs(): Promise<number>;
}

/** The scene on a fresh database and both programs, ready to be started. */
export function withServers<T>(work: (scene: Scene, sides: Sides) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const ours = await bundleServer(new URL("./ours-server.ts", import.meta.url));
    const floor = await bundleServer(new URL("./floor-server.ts", import.meta.url));
    const scene = await setScene(database);
    try {
      return await work(scene, {
        ours,
        floor,
        databaseCpuMs: () => cpuMsOfPostgres(database.owner),
      });
    } finally {
      await scene.close();
      await ours.remove();
      await floor.remove();
    }
  });
}

/** A floor that returns other rows would not be comparable. */
export async function assertSameRows(
  scene: Scene,
  servers: { ours: ServerProcess; floor: ServerProcess },
): Promise<void> {
  const [request] = scene.requests;
  if (request === undefined) throw new RangeError("the scene has no requests");
  const rows = async ({ port }: ServerProcess): Promise<unknown[]> =>
    ((await ask(port, request)) as { data: { movimientos: unknown[] } }).data.movimientos;
  const ours = await rows(servers.ours);
  assert.equal(ours.length, 50);
  assert.deepEqual(ours, await rows(servers.floor));
}
