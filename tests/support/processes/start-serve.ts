import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { masterKeys } from "#infra/server/master-keys.ts";
import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { createVault } from "#lib/vault/index.ts";
import type { OwnCluster } from "../databases/own-cluster.ts";
import type { PublicReceiver } from "../lambda/receiver.ts";
import type { Answered, TestApi } from "../scenes/api.ts";
import { bundleProgram, compiledBefore } from "./bundled-child.ts";
import { spawnChild, type Child } from "./child-process.ts";
import { browsersOf, processes } from "./running-processes.ts";
import { recordingEnv } from "../impact/recording-env.ts";
import { legalSettings } from "../scenes/legal-settings.ts";
import { mainLogin } from "../scenes/sync-scene.ts";
import { pollUntil } from "../poll-until.ts";

/** What the SDK needs for a cloud on this machine. */
export const anyCloud = {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
};

interface ServedParts {
  api: TestApi;
  cluster: Pick<OwnCluster, "env">;
  receiver: Pick<PublicReceiver, "env">;
  emissions: { url: string };
}

/** The settings of a server over the parts of a test; it knows no portal yet. */
export function serveEnv({ api, cluster, receiver, emissions }: ServedParts) {
  const { SERVICE_SECRET, masterKey } = api.settings;
  return {
    ...receiver.env,
    BASE_URL: "https://connect.test",
    ...cluster.env,
    SERVICE_SECRET,
    AUTH_SECRETS: SERVICE_SECRET,
    MASTER_KEY: masterKey,
    PORT: "0",
    INDICATORS_BASE_URL: "https://indicators.connect.test",
    PORTAL_URLS: "{}",
    SYNC_QUEUE_URL: api.queue.url,
    EMISSION_QUEUE_URL: emissions.url,
    AWS_ENDPOINT_URL_SQS: api.queue.endpoint,
    ...anyCloud,
  };
}

export interface Served extends Child {
  /** Its address, once it listens; fails with its output if it ended before. */
  url(): Promise<string>;
  /** Its processes: itself, what it started, and browsers. */
  living(): Promise<string[]>;
}

const network = fileURLToPath(new URL("../lambda/process/network.ts", import.meta.url));

/** Arguments of node that run the server: its sources, as `npm run serve` does, or a bundle of them. */
export type Program = readonly string[];

const script = "infra/server/serve.ts";
export const fromSources: Program = ["--import", "tsx", script];

/** The same program, three times as fast to start. */
export async function bundledServe(): Promise<Program> {
  return [await bundleProgram(script)];
}

/** A plain server as its supervisor starts it, in its own process group, without anybody's settings. */
export function startServe(
  program: Program,
  env: Record<string, string>,
  args: string[] = [],
): Served {
  const { PATH, HOME } = process.env;
  const child = spawnChild(process.execPath, ["--import", network, ...program, ...args], {
    detached: true,
    env: {
      ...cleared(),
      PATH,
      HOME,
      ...recordingEnv(),
      ...compiledBefore(),
      ...legalSettings,
      ...env,
    },
  });
  return {
    ...child,
    url: async () => {
      const listening = pollUntil(
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

/** An agent's calls to one server. */
export async function agentAt(server: Served, caller: { apiKey: string; connection: string }) {
  const url = await server.url();
  const ask = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${caller.apiKey}`,
        "content-type": "application/json",
        "x-connect-connection": caller.connection,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered = (await response.json()) as Answered["body"];
    return { status: response.status, headers: response.headers, body: answered };
  };
  return {
    url,
    ask,
    call: (tool: string, input: unknown) => ask("POST", `/v1/tools/${tool}/execute`, { input }),
    job: async (id: string) => {
      const { status, body } = await ask("GET", `/v1/syncs/${id}`);
      expect(status, `${JSON.stringify(body)} ${server.output().stdout}`).toBe(200);
      return body.data ?? {};
    },
  };
}

/** A connection of the bank with a credential that a worker can open. */
export function storedConnection(api: TestApi, organizationId: string): Promise<string> {
  const { deps, settings, contextOf } = api;
  return withTx(contextOf(organizationId), async (tx) => {
    const id = await insertConnection(tx, organizationId, {
      connector: "banco_a",
      nombre: "Conexión de prueba",
      rut: mainLogin.empresa,
      razonSocial: null,
      alcances: deps.catalogue.manifestOf("banco_a")?.alcances.map((alcance) => alcance.id) ?? [],
      credencial: "viva",
    });
    const keys = masterKeys(Buffer.from(settings.masterKey, "base64"));
    const vault = createVault(keys, deps.clock);
    const given = { organizationId, connectionId: id, connector: "banco_a", fields: mainLogin };
    await storeCredential(
      { ...tx, vault, secret: deps.secret },
      { ...given, fields: { ...mainLogin } },
    );
    return id;
  });
}

/** The person running the tests may have their own settings. */
function cleared(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
}
