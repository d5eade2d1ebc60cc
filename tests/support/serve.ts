import { fileURLToPath } from "node:url";
import { spawnChild, type Child } from "./child-process.ts";
import { browsersOf, processes } from "./processes.ts";
import { until } from "./until.ts";

export interface Served extends Child {
  /** Where it listens, once it does; fails with its output when it ended before. */
  url(): Promise<string>;
  /** What runs of it: itself, what it started, and browsers. */
  living(): Promise<string[]>;
}

const network = fileURLToPath(new URL("lambda/process/network.ts", import.meta.url));

/** A plain server as its supervisor starts it, in a group of its own, with nobody's settings. */
export function startServe(env: Record<string, string>, args: string[] = []): Served {
  const { PATH, HOME } = process.env;
  const child = spawnChild(
    process.execPath,
    ["--import", "tsx", "--import", network, "infra/server/serve.ts", ...args],
    { detached: true, env: { ...cleared(), PATH, HOME, ...env } },
  );
  return {
    ...child,
    url: async () => {
      const listening = until(
        async () => /listens on (\S+)\.\n/.exec(child.output().stdout)?.[1],
        (host) => host !== undefined,
        60,
      );
      const ended = child.ended.then(() => Promise.reject(new Error(child.output().stderr)));
      return `http://${await Promise.race([listening, ended])}`;
    },
    living: async () => {
      const own = (await processes()).filter(({ group }) => group === child.pid);
      const all = [...own, ...(await browsersOf(child.pid))];
      return all.filter(({ state }) => state !== "Z").map(({ command }) => command);
    },
  };
}

/** The person who runs the tests may have settings of their own. */
function cleared(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
}
