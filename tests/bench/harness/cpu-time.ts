import { readFile, readdir } from "node:fs/promises";
import type { Client } from "pg";

/** A tick of the counters in /proc, which Linux fixes at a hundredth of a second. */
const tickMs = 10;

interface Counted {
  parent: number;
  cpuMs: number;
}

/** CPU time of one process so far, with all its threads. From Linux's counters: benches run there. */
export async function cpuMsOf(pid: number): Promise<number> {
  const counted = await countersOf(pid);
  if (counted === null) throw new Error(`process ${pid} is gone`);
  return counted.cpuMs;
}

/** CPU time so far of the database server that a client is connected to: all its processes together. */
export async function cpuMsOfPostgres(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const server = (await countersOf(rows[0]?.pid ?? 0))?.parent;
  if (server === undefined) throw new Error("the database server runs elsewhere");
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const counted = await Promise.all(pids.map(countersOf));
  return counted
    .filter((one) => one?.parent === server)
    .reduce((sum, one) => sum + (one?.cpuMs ?? 0), 0);
}

/** See proc(5): the name in parentheses may contain anything, so fields are counted after it. */
async function countersOf(pid: number): Promise<Counted | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
  if (parent === undefined || user === undefined || system === undefined) return null;
  return { parent, cpuMs: (user + system) * tickMs };
}
