import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { jobLimits } from "./job-limits.ts";
import { processesOf } from "./process-group.ts";

interface Watched {
  /** The browser's first process; 0 when it runs on another machine. */
  pid: number;
  folder: string | null;
}

/** Measuring a profile's files and every thread is costly: more often would slow a sync down. */
const everyMs = 500;
const pageSize = 4_096;

/** Measures repeatedly what a job's browser uses, and reports once what is too much. */
export function watchUse(watched: Watched, exceeded: (what: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = watched.folder === null || watched.pid === 0;
  const measureLater = (): void => {
    if (!isStopped) timer = setTimeout(() => void measure(), everyMs);
  };
  const measure = async (): Promise<void> => {
    const found = await excess(watched);
    if (found === null) return measureLater();
    if (!isStopped) exceeded(found);
  };
  measureLater();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function excess({ pid, folder }: Watched): Promise<string | null> {
  if ((await sizeOf(folder ?? "")) > jobLimits.folderBytes) return "wrote more than it may";
  if ((await memoryOf(pid)) > jobLimits.memoryBytes) return "took more memory than it may";
  return null;
}

/** Files come and go during the measurement: one that is gone has no size. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sizeOf(path);
    if (!entry.isFile()) return 0;
    return stat(path).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    );
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Zero where there is no /proc, as on a laptop without Linux. */
async function memoryOf(pid: number): Promise<number> {
  const sizes = (await processesOf(pid)).map(async (one) => {
    const text = await readFile(`/proc/${one}/statm`, "utf8").catch(() => "");
    const [, resident = 0, shared = 0] = text.split(" ").map(Number);
    return (resident - shared) * pageSize;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
