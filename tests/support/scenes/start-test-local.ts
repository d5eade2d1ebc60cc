import { rm, writeFile } from "node:fs/promises";
import { clockFile } from "#infra/local/kept-clock.ts";
import { startLocalMode, type Ready } from "#infra/local/local-mode.ts";
import { newCluster } from "../databases/new-cluster.ts";
import type { Answered } from "./api.ts";
import { overNeon } from "../neon/run.ts";
import { closeLocalWayAround } from "../neon/way-around.ts";

export interface TestLocal {
  ready: Ready;
  /** The first organization's key and connections. */
  own: Ready["organizations"][number];
  /** The organization that is a stranger to it. */
  stranger: Ready["organizations"][number];
  call(
    toolId: string,
    input: unknown,
    options?: { key?: string; connection?: string },
  ): Promise<Answered>;
  get(path: string, key?: string): Promise<Answered>;
  post(path: string, body?: unknown): Promise<Answered>;
  control<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  /** Ends it. A folder passed in by the test stays. */
  close(): Promise<void>;
}

/**
 * The whole of local mode in this process: real Postgres, queue, workers, Chromium, sandbox. `at`: a future instant
 * at which its clock starts.
 */
export async function startTestLocal(givenDir?: string, at?: Date): Promise<TestLocal> {
  const dataDir = givenDir ?? (await newCluster("connect-local-"));
  if (at !== undefined) await writeFile(clockFile(dataDir), String(at.getTime() - Date.now()));
  const local = await startLocalMode({
    port: 0,
    sandboxPort: 0,
    dataDir,
    databaseUrl: null,
    databaseDriver: overNeon ? "neon" : "pg",
    chromiumPath: undefined,
    logLevel: "error",
    fresh: false,
  });
  const { ready } = local;
  if (overNeon) await closeLocalWayAround(dataDir);
  const [own, stranger] = ready.organizations;
  if (own === undefined || stranger === undefined) throw new Error("two organizations are seeded");

  async function send(method: string, url: string, options: RequestInit): Promise<Answered> {
    const response = await fetch(`${ready.baseUrl}${url}`, { method, ...options });
    const body = (await response.json()) as Answered["body"];
    return { status: response.status, headers: response.headers, body };
  }
  const json = { "content-type": "application/json" };
  const bearer = (key = own.apiKey) => ({ authorization: `Bearer ${key}` });

  return {
    ready,
    own,
    stranger,
    call: (toolId, input, options = {}) => {
      const connector = toolId.slice(0, toolId.indexOf("."));
      const connection = options.connection ?? own.connections[connector];
      return send("POST", `/v1/tools/${toolId}/execute`, {
        headers: {
          ...json,
          ...bearer(options.key),
          ...(connection !== undefined && { "x-connect-connection": connection }),
        },
        body: JSON.stringify({ input }),
      });
    },
    get: (url, key) => send("GET", url, { headers: bearer(key) }),
    post: (url, body) =>
      send("POST", url, {
        headers: { ...json, ...bearer() },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    control: async <T>(method: string, url: string, body?: unknown) => {
      const response = await fetch(`${ready.sandboxUrl}/control${url}`, {
        method,
        headers: json,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
      return (text === "" ? null : JSON.parse(text)) as T;
    },
    close: async () => {
      await local.close();
      if (givenDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
