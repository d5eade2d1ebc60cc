import { readdir, readFile } from "node:fs/promises";

export interface RunningProcess {
  pid: number;
  parent: number;
  group: number;
  state: string;
  command: string;
  environment: string;
}

/** Every process of this machine that can be inspected. */
export async function processes(): Promise<RunningProcess[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map((name) => processOf(Number(name))));
  return found.filter((one) => one !== null);
}

/** The browsers that a process has started, by working folder. */
export async function browsersOf(owner: number): Promise<RunningProcess[]> {
  const mark = `/connect-browser-${owner}-`;
  return (await processes()).filter(({ command }) => command.includes(mark));
}

/** A process and all its descendants. */
export async function familyOf(pid: number): Promise<RunningProcess[]> {
  const all = await processes();
  const family = new Set([pid]);
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const { pid: child, parent } of all) if (family.has(parent)) family.add(child);
  }
  return all.filter((one) => family.has(one.pid));
}

/** The memory of several processes together, with shared pages counted once. */
export async function memoryOf(which: (one: RunningProcess) => boolean): Promise<number> {
  const chosen = (await processes()).filter(which);
  const sizes = await Promise.all(chosen.map(({ pid }) => proportionalBytes(pid)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function proportionalBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

async function processOf(pid: number): Promise<RunningProcess | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = "", parent, group] = fields;
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      state,
      command: await readFile(`/proc/${pid}/cmdline`, "utf8"),
      // A process that has just ended, or somebody else's.
      environment: await readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""),
    };
  } catch {
    return null;
  }
}
