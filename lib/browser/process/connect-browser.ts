import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { giveUpAfter, type RunningBrowser } from "./launch-browser.ts";

interface ConnectOptions {
  endpoint: string;
  addresses: readonly string[];
}

const connectLimitMs = 20_000;
const closeLimitMs = 5_000;

/**
 * A browser that somebody else keeps running: each job has its own context there, but no process.
 */
export async function connectBrowser(options: ConnectOptions): Promise<RunningBrowser> {
  const connection = connectionTo(options.endpoint);
  const contexts: BrowserContext[] = [];
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await giveUpAfter(closeLimitMs, Promise.all(contexts.map((context) => context.close())));
    await connection.release();
  };
  try {
    const browser = await connection.browser;
    return {
      browser,
      pid: 0,
      folder: null,
      confinement: null,
      pipe: null,
      newContext: async (given) => {
        const context = await browser.newContext({ ...given, proxy: wallFor(options.addresses) });
        contexts.push(context);
        // The job may have been stopped meanwhile, and it must not close the shared connection.
        if (closed !== null) await context.close();
        return context;
      },
      close: () => (closed ??= close()),
    };
  } catch (error) {
    await connection.release();
    throw error;
  }
}

interface Connection {
  browser: Promise<Browser>;
  users: number;
  /** The last one closes the connection. */
  release(): Promise<void>;
}

const connections = new Map<string, Connection>();

/**
 * A debugging port (http) is one browser: jobs of this process share one connection to it, since
 * every connection is notified of all pages and holds each new one until it has inspected it. A
 * service (ws) may start a browser per connection, so there each job has its own.
 */
function connectionTo(endpoint: string): Connection {
  const isOneBrowser = /^https?:/.test(endpoint);
  const known = isOneBrowser ? connections.get(endpoint) : undefined;
  const connection = known ?? newConnection(endpoint);
  if (isOneBrowser) connections.set(endpoint, connection);
  connection.users += 1;
  return connection;
}

function newConnection(endpoint: string): Connection {
  const forget = (): void => {
    if (connections.get(endpoint) === connection) connections.delete(endpoint);
  };
  const browser = connect(endpoint);
  // A cut connection is of no use: the next job makes another.
  browser.then((made) => made.on("disconnected", forget), forget);
  const connection: Connection = {
    browser,
    users: 0,
    release: async () => {
      connection.users -= 1;
      if (connection.users > 0) return;
      forget();
      await giveUpAfter(
        closeLimitMs,
        browser.then((made) => made.close()),
      );
    },
  };
  return connection;
}

/**
 * Resolver rules must be set at start, which was not ours: here everything but the portal's
 * addresses, redirects and workers included, goes to a proxy that does not exist. By default a
 * browser would exempt its own machine's names.
 */
function wallFor(addresses: readonly string[]): { server: string; bypass: string } {
  return { server: "http://refused.invalid:1", bypass: ["<-loopback>", ...addresses].join(",") };
}

async function connect(endpoint: string): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(endpoint, { timeout: connectLimitMs });
  } catch {
    // The failure's own text contains the endpoint, which may contain a token.
    const cause = new Error("the remote browser does not answer");
    throw new AppError("service_unavailable", { cause });
  }
}
