import { afterAll, beforeAll, expect, test } from "vitest";
import { table } from "#infra/deploy/admin/table.ts";
import { adminScene, type AdminScene } from "#tests/support/admin-scene.ts";

let operator: AdminScene;
beforeAll(async () => {
  operator = await adminScene();
});
afterAll(() => operator.close());

const restore = async (verb: keyof (typeof table)["restore"]) =>
  operator.run(`restore ${verb}`, operator.filled(table.restore[verb]));
const emissions = (verb: "hold" | "release", ...of: string[]) =>
  operator.run(`emissions ${verb}`, [...of, "--reason", "ticket 12"]);
/** Of whom emissions are held. */
async function held(): Promise<unknown[]> {
  const { paused } = (await operator.run("connector paused", [])).answer;
  return (paused as { subject: string }[]).map(({ subject }) => subject);
}

test("a restore holds by itself: no release of the operator's ends it", async () => {
  expect(await restore("begin")).toMatchObject({ code: 0 });
  expect(await held()).toEqual(["restore"]);
  expect(await emissions("release")).toMatchObject({ code: 1 });
  expect(await held()).toEqual(["restore"]);
});

test("what the operator holds stays held when a restore is finished", async () => {
  expect(await emissions("hold")).toMatchObject({ code: 0 });
  expect(await emissions("hold", operator.organization)).toMatchObject({ code: 0 });
  expect(await restore("finish")).toMatchObject({ code: 1 });
  expect(await restore("replay")).toMatchObject({ code: 0 });
  expect(await restore("finish")).toMatchObject({ code: 0, answer: { finished: true } });
  expect(await held()).toEqual(["*", operator.organization]);
});

test("finishing once more is refused, and releases nothing", async () => {
  const again = await restore("finish");
  expect(again).toMatchObject({ code: 1, said: [expect.stringContaining("no restore")] });
  expect(await held()).toEqual(["*", operator.organization]);
  expect(await emissions("release")).toMatchObject({ code: 0 });
  expect(await held()).toEqual([operator.organization]);
});
