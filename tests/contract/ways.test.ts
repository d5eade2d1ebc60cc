import { expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import { filesRun } from "#tests/support/structure/files-run.ts";
import { feeLane, feeReceipt } from "#tests/support/scenes/fee-lane.ts";
import { jobScene } from "#tests/support/scenes/job-scene.ts";
import { movements, reading, readingScene } from "#tests/support/scenes/reading-scene.ts";
import { webhookScene } from "#tests/support/scenes/webhooks.ts";

/** How many files a reader must open to follow each way of the product. They only fall. */
const bounds = { read: 56, sync: 57, emission: 120, delivery: 29 };

/** Warm: the first time loads, caches and prepares what the second does not need to. */
async function hold(way: keyof typeof bounds, act: () => Promise<unknown>): Promise<void> {
  const run = await filesRun(act);
  const functions = [...run.values()].flat().length;
  console.log(
    `files run by one ${way}: ${run.size} (bound ${bounds[way]}), ${functions} functions`,
  );
  const shown = [...run].map(([file, names]) => `${file}: ${names.join(", ")}`).toSorted();
  expect(run.size).toBeGreaterThan(15);
  expect(run.size, shown.join("\n")).toBeLessThanOrEqual(bounds[way]);
}

test("a stored read, from the route to the envelope, and the sync of one module, from its message to its event", async () => {
  const jobs = await jobScene();
  try {
    const { owner, connection, ask } = await readingScene(jobs);
    jobs.play({ read: () => reading(movements(["a", "b"])) });
    const input = { periodo: "2026-10", alcances: ["movimientos"] };
    await jobs.run(await jobs.request(owner.id, connection, input));
    jobs.advance(60);
    const jobId = await jobs.request(owner.id, connection, input);
    await hold("sync", () => jobs.run(jobId));
    expect((await jobs.job(jobId)).status).toBe("succeeded");
    const read = () => ask("banco_a.movimientos.consultar", { periodo: "2026-10" });
    await read();
    await hold("read", read);
  } finally {
    await jobs.close();
  }
});

test("an emission, from the call to its event", async () => {
  const lane = await feeLane();
  try {
    const issuer = await lane.issuer();
    const fecha = todayInSantiago(lane.clock.now());
    const solicit = async (monto: number): Promise<void> => {
      const input = { ...feeReceipt(`r-${monto}`, monto), fecha };
      const { body } = await lane.call("honorarios.solicitar", input, issuer);
      expect(body.data ?? body.error).toMatchObject({ state: "issued" });
    };
    await solicit(500_001);
    await hold("emission", () => solicit(500_002));
  } finally {
    await lane.close();
  }
});

test("the delivery of an event, from a drain's claim to what is written of it", async () => {
  const scene = await webhookScene();
  try {
    const owner = await scene.owner();
    await scene.endpoint(owner, "eco");
    await scene.emit(owner);
    await scene.drain();
    await scene.emit(owner);
    await hold("delivery", async () => expect((await scene.drain()).delivered).toBe(1));
  } finally {
    await scene.close();
  }
});
