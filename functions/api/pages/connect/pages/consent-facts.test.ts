import { afterAll, beforeAll, expect, test } from "vitest";
import { updateConnection } from "#lib/connections/index.ts";
import * as manifests from "#lib/connectors/manifests.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { PlanName } from "#lib/identity/index.ts";
import {
  backgroundLogins,
  fireDueSchedules,
  reconcileSchedules,
  rowSchedules,
  startFirstSyncs,
} from "#lib/schedules/index.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";

let scene: JobScene;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());

const offered = (id: string) => scene.deps.catalogue.manifestOf(id)?.alcances ?? [];
const hour = 3_600;

/** Noon in Santiago, on a day of next month. */
function goTo(dayOfMonth: number): void {
  const now = scene.clock.now();
  scene.clock.moveTo(
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, dayOfMonth, 16)),
  );
}

async function runQueued(connection: string): Promise<void> {
  const queued = await scene.database.owner(
    "select id from sync_jobs where connection_id = $1 and status = 'queued' order by id",
    [connection],
  );
  for (const { id } of queued) await scene.run(String(id));
}

/** Real logins on a day without any calls. */
async function loginsOfDay(connection: string): Promise<number> {
  const before = scene.visits.logins;
  for (let at = 0; at < 24; at += 1) {
    scene.advance(hour);
    await fireDueSchedules({ ...scene.deps, offered });
    await runQueued(connection);
  }
  return scene.visits.logins - before;
}

test.each<[PlanName, string[]]>([
  ["free", ["saldos", "movimientos"]],
  ["pro", ["saldos"]],
  ["business", ["movimientos"]],
])("the page says of plan %s and %j what the schedule does", async (plan, alcances) => {
  goTo(9);
  await scene.database.owner("update connections set disabled_at = now()");
  const { id: organizationId } = await scene.organization({ plan });
  const connection = await scene.connect(organizationId, `login-${plan}`);
  await updateConnection(scene.deps, connection, { alcances });
  const said = backgroundLogins(plan, offered("banco_a"), alcances);

  const started = await withSystemTx(scene.deps, (tx) => startFirstSyncs(tx, connection, offered));
  expect(started).toHaveLength(said.first);
  await runQueued(connection);
  await reconcileSchedules({ ...scene.deps, schedules: rowSchedules });
  expect(await loginsOfDay(connection)).toBe(said.perDay);
  goTo(2);
  // A scheduled run that was due in between.
  await fireDueSchedules({ ...scene.deps, offered });
  await runQueued(connection);
  expect(await loginsOfDay(connection)).toBe(said.perLateDay);
  if (said.lateDays === 0) return;
  goTo(said.lateDays + 2);
  await fireDueSchedules({ ...scene.deps, offered });
  await runQueued(connection);
  expect(await loginsOfDay(connection)).toBe(said.perDay);
});

test("no background login visits a system whose modules only work on calls", () => {
  const none = { first: 0, perDay: 0, lateDays: 0, perLateDay: 0 };
  expect(backgroundLogins("business", manifests.correo.alcances, ["leer", "enviar"])).toEqual(none);
  expect(backgroundLogins("pro", manifests.tributario.alcances, ["honorarios"])).toEqual(none);
  expect(backgroundLogins("pro", manifests.previsional.alcances, ["nominas"])).toMatchObject({
    lateDays: manifests.closingDay + 1,
    perLateDay: 4,
  });
});

/** The simulated portals of these refuse a second session per login: `refused_sessions`. */
test("exactly the systems with a portal say that a login can have one session", () => {
  const single = Object.values(manifests).flatMap((one) =>
    typeof one === "object" && one.singleSession === true ? [one.id] : [],
  );
  expect(single.toSorted()).toEqual([
    ...["a", "b", "c", "d", "e", "f"].map((letter) => `banco_${letter}`),
    "previsional",
    "tributario",
  ]);
});
