import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { table } from "#infra/deploy/admin/table.ts";
import { adminScene, type AdminScene } from "#tests/support/scenes/admin-scene.ts";

let operator: AdminScene;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "restore-holds-"));
  operator = await adminScene();
});
afterAll(async () => {
  await operator.close();
  await rm(folder, { recursive: true });
});

const restore = async (verb: keyof (typeof table)["restore"]) =>
  operator.run(`restore ${verb}`, operator.filled(table.restore[verb]));
const emissions = (verb: "hold" | "release", ...of: string[]) =>
  operator.run(`emissions ${verb}`, [...of, "--reason", "ticket 12"]);
/** Replays a log with this command from after the point. */
async function replayOf(command: string, subject: string) {
  const at = operator.scene.clock.now().toISOString();
  const line = { event: "admin.done", at, command, subject };
  const file = path.join(folder, "acts.log");
  await writeFile(file, `${JSON.stringify(line)}\n`);
  const given = operator.filled(table.restore.replay);
  return operator.run("restore replay", given.with(given.indexOf("--file") + 1, file));
}
/** The organizations whose emissions are held. */
async function held(): Promise<unknown[]> {
  const { paused } = (await operator.run("connector paused", [])).answer;
  return (paused as { subject: string }[]).map(({ subject }) => subject);
}

test("a restore has its own hold, which the operator's release does not end", async () => {
  expect(await restore("begin")).toMatchObject({ code: 0 });
  expect(await held()).toEqual(["restore"]);
  expect(await emissions("release")).toMatchObject({ code: 1 });
  expect(await held()).toEqual(["restore"]);
});

test("what the operator holds stays held when a restore is finished", async () => {
  expect(await emissions("hold")).toMatchObject({ code: 0 });
  expect(await emissions("hold", operator.organization)).toMatchObject({ code: 0 });
  expect(await restore("finish")).toMatchObject({ code: 1 });
  expect(await replayOf("connector pause", "banco_f")).toMatchObject({
    code: 0,
    answer: { byHand: [expect.stringContaining("connector pause banco_f")] },
  });
  // A later replay of other lines does not undo it.
  expect(await replayOf("evidence open", "sjb_1")).toMatchObject({ code: 0 });
  const refused = await restore("finish");
  expect(refused).toMatchObject({ code: 1, said: [expect.stringContaining("pause banco_f")] });
  expect(refused.said[0]).not.toContain("evidence");
  const without = operator.filled(table.restore.finish).slice(0, -2);
  expect(
    await operator.run("restore finish", [...without, "--left-out", "--dry-run"]),
  ).toMatchObject({ code: 0, answer: { finished: true, rehearsed: true } });
  expect(await held()).toEqual(["*", operator.organization, "restore"]);
  await operator.run("connector pause", ["banco_f", "--reason", "ticket 12"]);
  expect(await restore("finish")).toMatchObject({ code: 0, answer: { finished: true } });
  await operator.run("connector resume", ["banco_f", "--reason", "ticket 12"]);
  expect(await held()).toEqual(["*", operator.organization]);
});

test("a restore can be rehearsed first, and every command names the point that it began with", async () => {
  const finish = (...said: string[]) =>
    operator.run("restore finish", ["--reason", "ticket 12", ...said]);
  const other = "2020-01-01T00:00:00.000Z";
  expect(await finish("--point", other, "--dry-run")).toMatchObject({ code: 1 });
  expect(await finish("--point", other, "--confirm", other)).toMatchObject({ code: 1 });
  expect(await finish("--point", other)).toMatchObject({ code: 2 });
});

test("finishing again is refused, and releases nothing", async () => {
  const again = await restore("finish");
  expect(again).toMatchObject({ code: 1, said: [expect.stringContaining("no restore")] });
  expect(await held()).toEqual(["*", operator.organization]);
  expect(await emissions("release")).toMatchObject({ code: 0 });
  expect(await held()).toEqual([operator.organization]);
});
