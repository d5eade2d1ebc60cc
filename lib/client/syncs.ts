import type { Control } from "./control.ts";
import { everyItem } from "./every-item.ts";
import type { Operations } from "./generated/operations.ts";
import { checkOptions, requestOptionNames, type RequestOptions, type Runtime } from "./options.ts";

export type SyncJob = Operations["getSync"]["answer"]["data"];
export type EndedSync = SyncJob & { status: "succeeded" | "failed" | "canceled" };
/** What a wait returns when it throws on failure. */
export type UnfailedSync = EndedSync & { status: "succeeded" | "canceled" };
type SyncQuery = Operations["listSyncs"]["query"];

export interface WaitOptions extends RequestOptions {
  /** The total time to wait. Defaults to 15 minutes. */
  waitMs?: number | undefined;
  /** Called with the job after every request for it. */
  onProgress?: ((job: SyncJob) => void) | undefined;
  /** false: a failed job is returned like any other. */
  throwOnFailure?: boolean | undefined;
}

const waitOptionNames: Record<keyof WaitOptions, true> = {
  ...requestOptionNames,
  waitMs: true,
  onProgress: true,
  throwOnFailure: true,
};

export interface WaitForSync {
  (jobId: string, options: WaitOptions & { throwOnFailure: false }): Promise<EndedSync>;
  (
    jobId: string,
    options?: WaitOptions & { throwOnFailure?: true | undefined },
  ): Promise<UnfailedSync>;
  (jobId: string, options?: WaitOptions): Promise<EndedSync>;
}

/** The job brought nothing: `job.last_error` says why, and `job.outcomes` says so per module. */
export class SyncFailed extends Error {
  readonly job: EndedSync;

  constructor(job: EndedSync) {
    super(`The sync ${job.id} failed: ${job.last_error ?? "no reason is known"}.`);
    this.name = "SyncFailed";
    this.job = job;
  }
}

/**
 * The job had not ended within the time given. It goes on: wait for it again, or ask for it later.
 */
export class SyncStillRunning extends Error {
  readonly job: SyncJob;

  constructor(job: SyncJob) {
    super(`The sync ${job.id} is still ${job.status}.`);
    this.name = "SyncStillRunning";
    this.job = job;
  }
}

export function createSyncs(control: Control) {
  const list = (query: SyncQuery = {}, options?: RequestOptions) =>
    control("listSyncs", { query, options });
  return {
    get: async (id: string, options?: RequestOptions): Promise<SyncJob> =>
      (await control("getSync", { params: { id }, options })).data,
    /** A page, newest first. */
    list,
    /** Every job, page after page. */
    all: (query: SyncQuery = {}, options?: RequestOptions) =>
      everyItem(query.cursor, (cursor) => list({ ...query, cursor }, options)),
    /** Only works for a job that no worker has taken yet. */
    cancel: async (id: string, options?: RequestOptions): Promise<SyncJob> =>
      (await control("cancelSync", { params: { id }, options })).data,
  };
}

const firstPauseMs = 1_000;
const longestPauseMs = 8_000;

/** Asks for the job, often at first, until it has ended. */
export function createWaitForSync(control: Control, runtime: Runtime): WaitForSync {
  const wait = async (jobId: string, options: WaitOptions = {}): Promise<EndedSync> => {
    checkOptions(options, waitOptionNames);
    const { waitMs = 15 * 60_000, onProgress, throwOnFailure = true, ...rest } = options;
    const until = runtime.now() + waitMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
      const { data: job } = await control("getSync", { params: { id: jobId }, options: rest });
      onProgress?.(job);
      if (isEnded(job)) {
        if (job.status === "failed" && throwOnFailure) throw new SyncFailed(job);
        return job;
      }
      const leftMs = until - runtime.now();
      if (leftMs <= 0) throw new SyncStillRunning(job);
      await runtime.wait(Math.min(pauseMs, leftMs), rest.signal);
    }
  };
  return wait as WaitForSync;
}

function isEnded(job: SyncJob): job is EndedSync {
  return job.status === "succeeded" || job.status === "failed" || job.status === "canceled";
}
