import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/api.ts";
import { jobScene, type JobScene } from "#tests/support/job-scene.ts";
import type { AlcanceReading, NewRecord } from "#lib/contract/index.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
let login = 0;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  owner = await scene.organization();
  connection = await scene.connect(owner.id, `login-${(login += 1)}`);
});

function movement(id: string, descripcion: string): NewRecord {
  const [fecha, numeroCuenta] = ["2026-10-05", "001"];
  return {
    id,
    periodo: "2026-10",
    account: numeroCuenta,
    sortKey: `${fecha}|${numeroCuenta}|${id}`,
    payload: { id, fecha, numeroCuenta, descripcion, monto: 1_000 },
  };
}

function reading(records: NewRecord[], change: Partial<AlcanceReading> = {}): AlcanceReading {
  const rows = [{ dataset: "banco_a.movimientos", records }];
  return { rows, incompletos: 0, completo: true, ...change };
}

/** One sync of October, which brings this; answers how the module ended. */
async function sync(brought: AlcanceReading): Promise<unknown> {
  scene.play({ read: () => brought });
  const jobId = await scene.request(owner.id, connection);
  await scene.run(jobId);
  return (await scene.job(jobId)).outcomes[0];
}

const stored = () =>
  scene.database.owner(
    "select id, payload ->> 'descripcion' as text from records where connection_id = $1 order by id",
    [connection],
  );

test("a character that no database holds costs neither its row nor the others", async () => {
  const brought = reading([
    movement("a", "COMPRA\u0000X"),
    movement("b", "gracias \ud83d"),
    movement("c", "PAGO"),
  ]);
  for (const time of ["first", "again"]) {
    expect([time, await sync(brought)]).toMatchObject([time, { status: "ok", records_synced: 3 }]);
    expect(await stored()).toEqual([
      { id: "a", text: "COMPRAX" },
      { id: "b", text: "gracias \ufffd" },
      { id: "c", text: "PAGO" },
    ]);
  }
});
