import { describe, expect, expectTypeOf, test } from "vitest";
import type { Operations } from "./generated/operations.ts";
import { Connect, SyncFailed, type EndedSync, type SyncJob } from "./index.ts";

const job: SyncJob = {
  id: "sjb_01k2ap4m7c5xj0h8rztwq6e9vd",
  status: "failed",
  last_error: "upstream_error",
} as Partial<SyncJob> as SyncJob;

function connectTo(status: SyncJob["status"]) {
  const body = { data: { ...job, status } } as Operations["getSync"]["answer"];
  const fetch = async () => Response.json(body);
  return new Connect({ baseUrl: "https://connect.test", apiKey: "connect_sk_uno", fetch });
}

describe("waiting for a sync", () => {
  test("that failed throws, with the job and its reason", async () => {
    const thrown: unknown = await connectTo("failed")
      .waitForSync(job.id)
      .catch((error: unknown) => error);
    if (!(thrown instanceof SyncFailed)) throw thrown;
    expect(thrown.job).toMatchObject({ id: job.id, status: "failed" });
    expect(thrown.message).toBe(`The sync ${job.id} failed: upstream_error.`);
  });

  test("returns the failed job when the caller wants to judge", async () => {
    const connect = connectTo("failed");
    const ended = await connect.waitForSync(job.id, { throwOnFailure: false });
    expect(ended.status).toBe("failed");
    expectTypeOf(ended).toEqualTypeOf<EndedSync>();
  });

  test.each(["succeeded", "canceled"] as const)("that %s answers it", async (status) => {
    const ended = await connectTo(status).waitForSync(job.id);
    expect(ended.status).toBe(status);
    expectTypeOf(ended.status).toEqualTypeOf<"succeeded" | "canceled">();
  });
});
