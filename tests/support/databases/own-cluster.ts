import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { waitUntilGone } from "#infra/local/other-process.ts";
import { ensureDatabase, startPostgres, type LocalPostgres } from "#infra/local/postgres.ts";
import { openDatabase } from "#lib/db/client.ts";
import { migrate } from "#lib/db/migrate.ts";
import { roleUrl, type LoginRole } from "#lib/db/rights.ts";
import type { TestDatabase } from "./test-database.ts";
import { silentLog } from "../log.ts";
import { asOwner, onePassword } from "./as-owner.ts";
import { newCluster } from "./new-cluster.ts";
import { overNeon, serviceUrl } from "../neon/run.ts";
import { closeWayAround } from "../neon/way-around.ts";

export interface OwnCluster {
  database: TestDatabase;
  server: LocalPostgres;
  /** The environment of a plain server that uses it. */
  env: Record<string, string>;
  /** Kills the server, like a power cut. */
  crash(): Promise<void>;
}

const password = "only-for-tests";

/** Every address of the database that the service needs. */
export function addressesBy(urlOf: (role: LoginRole) => string): Record<string, string> {
  return {
    DATABASE_URL: urlOf("connect_app"),
    WORKER_DATABASE_URL: urlOf("connect_worker"),
    KEEPER_DATABASE_URL: urlOf("connect_keeper"),
    AUTH_DATABASE_URL: urlOf("connect_auth"),
  };
}

/** A server that one test file may stop, start and kill. */
export async function ownCluster(migrateBy: typeof migrate = migrate): Promise<OwnCluster> {
  const folder = await newCluster("connect-cluster-");
  const server = await startPostgres(folder);
  const ownerUrl = await ensureDatabase(server.url, "connect");
  await migrateBy({ url: ownerUrl, passwords: onePassword(password) });
  if (overNeon) await closeWayAround((text) => asOwner(ownerUrl, text));
  const url = serviceUrl(roleUrl(ownerUrl, "connect_worker", password));
  const appUrl = serviceUrl(roleUrl(ownerUrl, "connect_app", password));
  const authUrl = serviceUrl(roleUrl(ownerUrl, "connect_auth", password));
  const keeperUrl = serviceUrl(roleUrl(ownerUrl, "connect_keeper", password));
  const db = await openDatabase({ url, max: 10, log: silentLog });
  const app = await openDatabase({ url: appUrl, max: 10, log: silentLog });
  const keeper = await openDatabase({ url: keeperUrl, max: 2, log: silentLog });

  return {
    server,
    env: addressesBy((role) => serviceUrl(roleUrl(ownerUrl, role, password))),
    crash: async () => {
      const pidFile = path.join(folder, "postgres", "postmaster.pid");
      const pid = Number((await readFile(pidFile, "utf8")).split("\n")[0]);
      // All of its processes, because a child would finish its work.
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
      const family = [pid, ...children.trim().split(" ").map(Number)];
      for (const one of family) killIfThere(one);
      // The next server does not start while one of them has the old one's memory.
      for (const one of family) await waitUntilGone(one, 10_000);
      await server.stop();
    },
    database: {
      db,
      url,
      app,
      appUrl,
      keeper,
      keeperUrl,
      authUrl,
      // A connection for each query, because this server comes and goes.
      owner: async (text, values = []) => {
        const client = new Client({ connectionString: ownerUrl });
        await client.connect();
        try {
          return (await client.query(text, values)).rows;
        } finally {
          await client.end();
        }
      },
      close: async () => {
        await db.close();
        await app.close();
        await keeper.close();
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    },
  };
}

/** A child that ends by itself at this moment counts as killed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
