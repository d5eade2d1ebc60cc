import { byNeonName } from "#infra/local/open-database.ts";
import { startRelay } from "./relay.ts";

/** `npm run test:neon`: the whole service connects to its database with Neon's driver. */
export const overNeon = process.env["DATABASE_DRIVER"] === "neon";

/** The address passed to the service, in its own process or in another. */
export function serviceUrl(databaseUrl: string): string {
  return overNeon ? byNeonName(databaseUrl) : databaseUrl;
}

/** The address of the run's relay; null in a run without one. */
export function relayOfRun(): string | null {
  return overNeon ? (process.env["NEON_RELAY"] ?? null) : null;
}

/** Lets a database tell who came through the relay. */
export const relayName = "connect-test-relay";

export interface CountingRelay {
  /** The environment of processes that should go through it. */
  env: { NEON_RELAY: string; NODE_OPTIONS: string };
  /** Programs, with how many processes they have. */
  comers(): { connections: number; programs: string[] };
  close(): Promise<void>;
}

const preload = new URL("./web-socket.ts", import.meta.url).href;

export async function openRelay(): Promise<CountingRelay> {
  const pids = new Map<string, Set<string>>();
  let connections = 0;
  const relay = await startRelay(({ searchParams }) => {
    const [host = "", program = "", pid = ""] = ["host", "program", "pid"].map(
      (name) => searchParams.get(name) ?? "",
    );
    connections += 1;
    pids.set(program, (pids.get(program) ?? new Set()).add(pid));
    const port = Number(/^port-(\d+)\./.exec(host)?.[1]);
    return { host: "127.0.0.1", port, applicationName: relayName };
  });
  return {
    env: {
      NEON_RELAY: `127.0.0.1:${relay.port}`,
      NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${preload}`,
    },
    comers: () => ({
      connections,
      programs: [...pids].map(([program, { size }]) => `${program} (${size})`).toSorted(),
    }),
    close: () => relay.close(),
  };
}

/** One relay for the whole run, known to every process that starts after it. */
export async function startNeonRun(): Promise<{ end(): Promise<void> }> {
  const relay = await openRelay();
  Object.assign(process.env, relay.env);
  return {
    end: async () => {
      await relay.close();
      const { connections, programs } = relay.comers();
      console.log(`${connections} connections through the relay, by ${programs.join(", ")}`);
      if (connections === 0) throw new Error("nothing went through the relay");
    },
  };
}
