import { afterAll, beforeAll, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import { leaseSeconds } from "#lib/jobs/index.ts";
import { forgetCredential } from "#lib/links/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import type { MortalProcess } from "./emission-histories/mortal-process.ts";
import { accounts, Bank, type BankVisit } from "./sync-histories/bank.ts";
import { openSyncLane, type Customer, type SyncLane } from "./sync-histories/sync-lane.ts";

/*
 * A credential is forgotten while a worker is dead or frozen at any step of a sync: before, in and after each
 * statement and each request to the portal.
 */

class WatchedBank extends Bank {
  readonly visits: BankVisit[] = [];

  override enter(password: string, isLate: boolean): ReturnType<Bank["enter"]> {
    const entered = super.enter(password, isLate);
    if (typeof entered !== "string") this.visits.push(entered);
    return entered;
  }
}

let lane: SyncLane;
let customer: Customer;
let bank: WatchedBank;
beforeAll(async () => {
  lane = await openSyncLane();
  customer = await lane.newCustomer(false);
  bank = new WatchedBank({ now: () => lane.api.clock.now(), oneVisit: false });
  lane.bank = bank;
});
afterAll(() => lane.api.close());

const syncIt = () =>
  lane.call(customer, "conexion.sincronizar", {
    periodo: periodoOf(lane.api.clock.now()),
    alcances: ["movimientos"],
  });

async function storedRows(): Promise<unknown[]> {
  return lane.api.database.owner(
    "select xmin::text, id from records where connection_id = $1 order by id",
    [customer.connection],
  );
}

async function jobOf(jobId: string): Promise<{ status: string; read: boolean }> {
  const [job] = await lane.api.database.owner(
    "select status, outcomes::text <> '[]' as read from sync_jobs where id = $1",
    [jobId],
  );
  return { status: String(job?.["status"]), read: job?.["read"] === true };
}

/** A waiting sync is canceled. A running one has failed, unless it had read something by then. */
function endOf({ status, read }: { status: string; read: boolean }): string {
  if (status === "queued") return "canceled";
  if (status !== "running") return status;
  return read ? "succeeded" : "failed";
}

/** The worker of a new sync, stopped at the step, or ended if it has fewer. */
async function stoppedAt(
  step: number,
  how: "dies" | "freezes",
): Promise<{ jobId: string; worker: MortalProcess }> {
  // Another day and password each time, because lost login outcomes close the login.
  lane.advance(90_000);
  bank.changePassword();
  bank.visits.length = 0;
  await lane.renew(customer, bank.password);
  bank.book(accounts[0], step);
  const { status, body } = await syncIt();
  expect(status, JSON.stringify(body)).toBe(200);
  const jobId = String(body.data?.["jobId"]);
  lane.queue.messages = [];
  const worker = lane.deliver(jobId, { kind: "ends", at: step, how });
  await worker.stopped;
  return { jobId, worker };
}

test.each(["dies", "freezes"] as const)(
  "a worker that %s at any step stores nothing of a credential forgotten then",
  async (how) => {
    const found = new Set<string>();
    let [step, entered] = [1, 0];
    for (; ; step += 1) {
      const { jobId, worker } = await stoppedAt(step, how);
      if (worker.state === "ended") break;
      const [before, rows, visits] = [await jobOf(jobId), await storedRows(), bank.visits.length];
      const owner = lane.api.contextOf(customer.organizationId);
      await forgetCredential({ ...owner, onJobEnded: emitSyncEnded }, customer.connection);

      worker.thaw();
      await worker.stopped;
      lane.advance(leaseSeconds + 1);
      await lane.deliver(jobId).stopped;
      await lane.housekeeping().stopped;

      const at = `step ${step}, ${before.status}`;
      found.add(before.status);
      expect((await jobOf(jobId)).status, at).toBe(endOf(before));
      expect(await storedRows(), at).toEqual(rows);
      const [left] = await lane.api.database.owner(
        `select credencial, (select count(*)::int from credentials where connection_id = $1) as sealed
         from connections where id = $1`,
        [customer.connection],
      );
      expect(left, at).toEqual({ credencial: "revocada", sealed: 0 });
      const refused = await syncIt();
      expect([refused.status, refused.body.error?.code], at).toEqual([
        428,
        "connection_credential_required",
      ]);
      entered += bank.visits.length;
      // Requests already on their way to the portal may arrive, and log out; the dead send nothing.
      if (how === "dies") expect(bank.visits.length, at).toBe(visits);
      else
        expect(
          bank.visits.filter(({ over }) => !over),
          at,
        ).toEqual([]);
    }
    expect(step).toBeGreaterThan(20);
    expect([...found]).toEqual(expect.arrayContaining(["queued", "running", "succeeded"]));
    expect(entered).toBeGreaterThan(5);
  },
  120_000,
);
