import { addUpCallDays, maintainAuditPartitions } from "#lib/audit/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { hourMs, isRecent, minuteMs } from "#lib/kernel/clock.ts";
import {
  dropExpiredAnswers,
  dropExpiredFiles,
  dropOldTickets,
  askDue,
  measureUnknown,
  settleLeftOperations,
} from "#lib/ledger/index.ts";
import { visitDueAcceptances } from "#lib/acts/invoicing/index.ts";
import { visitDueReceipts } from "#lib/acts/fee-receipts/index.ts";
import { eraseDeleted } from "#lib/erasure/index.ts";
import { dropOldForms } from "#lib/identity/people/index.ts";
import { dropEndedRows } from "#lib/identity/auth/drop-ended-rows.ts";
import { dropUnusedClients } from "#lib/identity/auth/drop-unused-clients.ts";
import { endPastGrants } from "#lib/identity/index.ts";
import { foldRateWindows } from "#lib/limits/index.ts";
import { expireAccess, expireLinks } from "#lib/links/index.ts";
import { dropEndedMails } from "#lib/notices/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { Schedules } from "#lib/platform/schedules.ts";
import { prune } from "#lib/retention/index.ts";
import { reconcileSchedules } from "#lib/schedules/index.ts";
import {
  dropExpiredEvidence,
  dropOldAnswers,
  dropOldLogins,
  failAbandonedJobs,
  wakeForgottenJobs,
} from "#lib/jobs/index.ts";
import { dropExpiredResponses } from "#lib/idempotency/index.ts";
import { tendSmokes } from "#lib/smoke/index.ts";
import { closeAgain, expireFolders } from "#lib/acts/folders/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { acts } from "./acts.ts";

export interface Chore {
  name: string;
  /** The minimum time between two runs; absent: every run. */
  everyMs?: number;
  run(): Promise<unknown>;
}

interface HousekeepingDeps extends SystemContext {
  queue: Queue;
  emissionQueue: Queue;
  schedules: Schedules;
  smokesDaily?: boolean;
  /** Chores that need more than the database; the entry point provides them. */
  chores: readonly Chore[];
}

/** Runs every minute. A chore that fails does not stop the others. */
export function createHousekeeping(deps: HousekeepingDeps): () => Promise<void> {
  const chores: Chore[] = [
    { name: "audit_partitions", run: () => maintainAuditPartitions(deps) },
    { name: "call_days", everyMs: 5 * minuteMs, run: () => addUpCallDays(deps) },
    { name: "rate_windows", run: () => foldRateWindows(deps) },
    { name: "past_grants", run: () => endPastGrants(deps) },
    { name: "unused_clients", run: () => dropUnusedClients(deps) },
    { name: "ended_sessions", everyMs: hourMs, run: () => dropEndedRows(deps) },
    { name: "expired_responses", run: () => dropExpiredResponses(deps) },
    {
      name: "abandoned_jobs",
      run: () => failAbandonedJobs({ ...deps, onJobEnded: emitSyncEnded }),
    },
    { name: "left_operations", run: () => settleLeftOperations(deps, acts) },
    { name: "unknown_operations", run: () => askDue(deps) },
    { name: "due_receipts", run: () => visitDueReceipts(deps) },
    { name: "due_acceptances", run: () => visitDueAcceptances(deps) },
    { name: "unknown_count", run: () => measureUnknown(deps) },
    { name: "expired_answers", run: () => dropExpiredAnswers(deps) },
    { name: "expired_files", everyMs: hourMs, run: () => dropExpiredFiles(deps) },
    { name: "old_tickets", everyMs: hourMs, run: () => dropOldTickets(deps) },
    { name: "live_answers", run: () => dropOldAnswers(deps) },
    { name: "ended_folders", run: () => expireFolders(deps) },
    { name: "folders_to_close", run: () => closeAgain(deps) },
    { name: "forgotten_jobs", run: () => wakeForgottenJobs(deps) },
    { name: "old_logins", run: () => dropOldLogins(deps) },
    { name: "expired_evidence", run: () => dropExpiredEvidence(deps) },
    { name: "old_forms", run: () => dropOldForms(deps) },
    { name: "ended_mails", everyMs: hourMs, run: () => dropEndedMails(deps) },
    { name: "expired_links", run: () => expireLinks(deps) },
    { name: "ended_access", run: () => expireAccess({ ...deps, onJobEnded: emitSyncEnded }) },
    { name: "smokes", run: () => tendSmokes(deps) },
    ...deps.chores,
    // Late: with many new connections it uses the rest of the run, and a mailed code expires in minutes.
    { name: "schedules", run: () => reconcileSchedules(deps) },
    { name: "prune", everyMs: hourMs, run: () => prune(deps) },
    // Last: it has a day.
    { name: "deleted", run: () => eraseDeleted(deps) },
  ];
  const ranAt = new Map<string, number>();
  return async () => {
    const failed: string[] = [];
    const now = deps.clock.now().getTime();
    for (const chore of chores) {
      if (isRecent(ranAt.get(chore.name) ?? -Infinity, now, chore.everyMs ?? 0)) continue;
      ranAt.set(chore.name, now);
      try {
        await traced({ name: `chore ${chore.name}` }, () => chore.run());
      } catch (error) {
        failed.push(chore.name);
        deps.log.error("housekeeping.chore_failed", { chore: chore.name, error });
      }
    }
    // The run itself also fails, so that the platform's own alarm notices.
    if (failed.length > 0) throw new Error(`housekeeping failed: ${failed.join(", ")}`);
  };
}
