import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { linkScene, type LinkScene } from "#tests/support/scenes/links.ts";
import { expireLinks } from "./index.ts";

let scene: LinkScene;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await linkScene();
  owner = await scene.organization();
});
afterAll(() => scene.close());

async function tried() {
  const link = await scene.makeLink(owner);
  await scene.submit(link.token);
  return link;
}

const rowOf = async (id: string) =>
  (await scene.database.owner("select * from links where id = $1", [id]))[0];

async function setJob(linkId: string, status: string) {
  const { jobId } = await scene.jobOf(linkId);
  await scene.database.owner("update sync_jobs set status = $2 where id = $1", [jobId, status]);
}

test("returns a try whose login ended without a result, and deletes what was typed", async () => {
  const [abandoned, waiting] = [await tried(), await tried()];
  await setJob(abandoned.id, "failed");
  expect(await expireLinks(scene.deps)).toBe(1);
  expect(await rowOf(abandoned.id)).toMatchObject({
    state: "open",
    sealed: null,
    last_failure: "error",
    attempts: 0,
  });
  expect(await rowOf(waiting.id)).toMatchObject({ state: "verifying", attempts: 1 });
  await setJob(waiting.id, "failed");
  expect(await expireLinks(scene.deps)).toBe(1);
  expect(await expireLinks(scene.deps)).toBe(0);
});

test("does not let a password wait for a worker for more than an hour", async () => {
  const [queued, running] = [await tried(), await tried()];
  await setJob(running.id, "running");
  scene.clock.advance(59 * 60_000);
  expect(await expireLinks(scene.deps)).toBe(0);
  scene.clock.advance(2 * 60_000);
  expect(await expireLinks(scene.deps)).toBe(1);
  expect(await rowOf(queued.id)).toMatchObject({ state: "open", sealed: null });
  expect(await rowOf(running.id)).toMatchObject({ state: "verifying" });
});

test("no row can keep what was typed beyond its try", async () => {
  const link = await tried();
  const kept = scene.database.owner("update links set state = 'open' where id = $1", [link.id]);
  await expect(kept).rejects.toThrow("links_sealed");
});
