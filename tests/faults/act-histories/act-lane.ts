import { acts } from "#functions/workers/acts.ts";
import { createApi } from "#functions/api/app.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { maintainAuditPartitions } from "#lib/audit/index.ts";
import { todayInSantiago } from "#lib/chile/index.ts";
import { visitDueReceipts } from "#lib/acts/fee-receipts/index.ts";
import { failAbandonedJobs, wakeForgottenJobs } from "#lib/jobs/index.ts";
import { askDue, settleLeftOperations } from "#lib/ledger/index.ts";
import { closeAgain, expireFolders, setRecipient, turnFolders } from "#lib/acts/folders/index.ts";
import { callTool, testApi, type Answered } from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { folderRecipient } from "#tests/support/scenes/folder-lane.ts";
import { plantIssuer } from "#tests/support/planted/issuer.ts";
import { playedFees, type PlayedFees } from "#tests/support/played/fees.ts";
import { playedFolders, type PlayedFolders } from "#tests/support/played/folders.ts";
import { HeldQueue, mortalDatabase } from "../emission-histories/mortal-edges.ts";
import { lives, MortalProcess } from "../emission-histories/mortal-process.ts";
import type { HistoryLane } from "./history-lane.ts";
import { mortalDriver } from "./mortal-driver.ts";

/** The service over its own database, where histories of receipts or folders run one after another. */
export interface ActLane extends HistoryLane {
  fees: PlayedFees;
  folders: PlayedFolders;
}

/** What is on its way to the portal, and what its lists do not show yet. */
export function lateOf({ fees, folders }: ActLane) {
  return {
    arrive: () => {
      for (const arrive of fees.late.splice(0)) arrive();
    },
    catchUp: () => {
      fees.hidden = 0;
      folders.hidden = 0;
    },
  };
}

export async function openActLane(): Promise<ActLane> {
  const database = await testDatabase({ max: 6 });
  const mortal = { app: mortalDatabase(database.app), db: mortalDatabase(database.db) };
  const api = await testApi({ database: { ...database, ...mortal } });
  const { clock } = api;
  const queue = new HeldQueue();
  const deps = { ...api.deps, emissionQueue: queue };
  const app = createApi({ ...api.appDeps, emissionQueue: queue });
  const worker = createEmissionWorker({
    ...deps,
    openPortal: async () => ({
      driver: mortalDriver(lane.fees.driver(lane.folders)),
      evidence: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    }),
  });
  const keeper = { ...deps, db: mortalDatabase(database.keeper) };
  /** The chores about acts, in order; the next run repeats one that fails. */
  const doChores = async (): Promise<void> => {
    const chores = [
      () => failAbandonedJobs({ ...keeper, onJobEnded: () => Promise.resolve() }),
      () => settleLeftOperations(keeper, acts),
      () => askDue(keeper),
      () => visitDueReceipts(keeper),
      () => expireFolders(keeper),
      () => closeAgain(keeper),
      () => wakeForgottenJobs(keeper),
    ];
    for (const chore of chores) await chore().catch(() => null);
  };
  const newPortal = () => ({
    fees: playedFees(() => todayInSantiago(clock.now())),
    folders: playedFolders(() => clock.now()),
  });
  let issuers = 0;
  const lane: ActLane = {
    api,
    queue,
    ...newPortal(),
    newIssuer: async () => {
      Object.assign(lane, newPortal());
      queue.messages = [];
      await maintainAuditPartitions({ ...deps, db: database.keeper });
      issuers += 1;
      const issuer = await plantIssuer(api, issuers);
      const operator = api.contextOf(issuer.id);
      await turnFolders(operator, { on: true });
      await setRecipient(operator, folderRecipient);
      return issuer;
    },
    call: ({ key, connection }, tool, input, { key: idempotencyKey, fate = lives } = {}) => {
      const call: { answer: Answered | null } = { answer: null };
      const process = MortalProcess.start(fate, async () => {
        const named = idempotencyKey === undefined ? {} : { idempotencyKey };
        const caller = { key, connection, ...named };
        call.answer = await callTool(app, `tributario.${tool}`, input, caller);
      });
      return Object.assign(call, { process });
    },
    deliver: (jobId, fate = lives) =>
      MortalProcess.start(fate, async () => {
        const record = { messageId: jobId, body: JSON.stringify({ jobId }) };
        const { batchItemFailures } = await worker({ Records: [record] }, 300_000);
        if (batchItemFailures.length > 0) queue.messages.push(jobId);
      }),
    housekeeping: (fate = lives) => MortalProcess.start(fate, doChores),
    advance: (seconds) => clock.advance(seconds * 1000),
  };
  return lane;
}
