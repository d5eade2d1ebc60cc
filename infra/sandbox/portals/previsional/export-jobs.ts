import { randomUUID } from "node:crypto";
import type { World } from "../../system/system.ts";

interface ExportJob {
  id: string;
  company: string;
  payrollId: string;
  /** The file's version at the time of the request. */
  version: number;
  isReady(): boolean;
  /** True once, when the file is delivered. */
  fetch(): boolean;
}

/** Requested files; each takes its time and is delivered once. */
export interface ExportJobs {
  order(ordered: Pick<ExportJob, "company" | "payrollId" | "version">, takesMs: number): ExportJob;
  find(company: string, id: string): ExportJob | undefined;
}

export function createExportJobs(world: World): ExportJobs {
  const jobs = new Map<string, ExportJob>();
  return {
    order(ordered, takesMs) {
      const from = { service: world.now().getTime(), real: performance.now() };
      let isFetched = false;
      const job: ExportJob = {
        ...ordered,
        id: randomUUID(),
        isReady() {
          const passed = Math.max(
            world.now().getTime() - from.service,
            performance.now() - from.real,
          );
          return passed >= takesMs;
        },
        fetch() {
          const isFirst = !isFetched;
          isFetched = true;
          return isFirst;
        },
      };
      jobs.set(job.id, job);
      world.counters.add("exports");
      return job;
    },
    find(company, id) {
      const job = jobs.get(id);
      return job?.company === company ? job : undefined;
    },
  };
}
