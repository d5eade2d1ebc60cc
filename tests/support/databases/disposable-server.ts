import { rm } from "node:fs/promises";
import { ensureDatabase, startPostgres } from "#infra/local/postgres.ts";
import { asOwner } from "./as-owner.ts";
import { newCluster } from "./new-cluster.ts";

export interface DisposableServer {
  folder: string;
  /** As the server's superuser. */
  url: string;
  /** A new database, whose owner can create roles but is not a superuser, as with a managed database. */
  database(name: string): Promise<{ database: string; url: string }>;
  stop(): Promise<void>;
}

/** A server that one test file may do anything to, including its roles. */
export async function disposableServer(): Promise<DisposableServer> {
  const folder = await newCluster("connect-owned-");
  const server = await startPostgres(folder);
  await asOwner(server.url, "create role deployer login createrole password 'deploys'");
  return {
    folder,
    url: server.url,
    database: async (name) => {
      const database = await ensureDatabase(server.url, name);
      await asOwner(server.url, `alter database ${name} owner to deployer`);
      await asOwner(database, "alter schema public owner to deployer");
      const owner = { username: "deployer", password: "deploys" };
      return { database, url: Object.assign(new URL(database), owner).toString() };
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
