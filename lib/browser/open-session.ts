import type { Frame, Page } from "playwright-core";
import { guardPages, type ShownDialogs } from "./guard-pages.ts";
import { guardRequests, type ResourceType } from "./guard-requests.ts";
import { guardWindows } from "./guard-windows.ts";
import { endOnExcess, type Excess } from "./process/end-on-excess.ts";
import type { BrowserChoice } from "./browser-choice.ts";
import type { Confinement } from "./process/confine.ts";
import { connectBrowser } from "./process/connect-browser.ts";
import { launchBrowser, type RunningBrowser } from "./process/launch-browser.ts";
import { requireStatus } from "./navigate.ts";
import { portalHosts, type PortalHosts } from "./portal-hosts.ts";
import { step } from "./step.ts";

/** What a portal needs beyond its own host; each driver module declares it. */
export interface PortalNeeds {
  extraHosts?: readonly string[];
  resourceTypes?: readonly ResourceType[];
}

export interface SessionOptions extends PortalNeeds {
  baseUrl: string;
  /** Ends every step: the worker's deadline, or its shutdown. */
  signal: AbortSignal;
  chromiumPath?: string | undefined;
  browser?: BrowserChoice | undefined;
  singleProcess?: boolean;
  confinement?: "required" | "preferred" | undefined;
  /** The longest wait for one page. */
  navigationLimitMs?: number;
  /** The longest wait for an element of a loaded page. */
  elementLimitMs?: number;
}

export interface BrowserSession {
  page: Page;
  signal: AbortSignal;
  /** The User-Agent that servers see. */
  userAgent: string;
  dialogs: ShownDialogs;
  /** Its working folder; null when the browser runs on another machine. */
  folder: string | null;
  /** How many requests were blocked. */
  refusedRequests(): number;
  /** How many windows were closed because the limit was reached. */
  refusedWindows(): number;
  /** Throws when the document in the frame was a server error. */
  requireAnswered(frame: Frame): void;
  /** What keeps it away from the rest of the machine; null for a remote one. */
  confinement: Confinement | null;
  /** The browser's process group, for whatever watches the machine; 0 for a remote one. */
  pid: number;
  /** Safe to call twice. Never throws. */
  close(): Promise<void>;
}

/** A browser with one window, for one job, that can only reach the portal. */
export async function openSession(options: SessionOptions): Promise<BrowserSession> {
  const { baseUrl, signal } = options;
  signal.throwIfAborted();
  const hosts = portalHosts(baseUrl, options.extraHosts);
  const running = await startBrowser(hosts, options);
  const excess = endOnExcess(running, signal);
  try {
    return await step(excess, "prepare the browser", () =>
      prepare(running, hosts, excess, options),
    );
  } catch (error) {
    excess.stop();
    await running.close();
    throw error;
  }
}

async function startBrowser(hosts: PortalHosts, options: SessionOptions): Promise<RunningBrowser> {
  const { addresses } = hosts;
  const { browser, chromiumPath, singleProcess, confinement } = options;
  switch (browser?.kind) {
    case "remote":
      return connectBrowser({ endpoint: browser.endpoint, addresses });
    case "installed":
      return launchBrowser({
        hosts: addresses,
        chromiumPath: browser.path,
        headed: browser.headed,
        confinement,
      });
    case undefined:
      return launchBrowser({
        hosts: addresses,
        chromiumPath,
        confinement,
        ...(singleProcess !== undefined && { singleProcess }),
      });
  }
}

async function prepare(
  running: RunningBrowser,
  hosts: PortalHosts,
  excess: Excess,
  options: SessionOptions,
): Promise<BrowserSession> {
  const context = await running.newContext({
    // A portal's files are read by requests: no window of the browser saves any.
    acceptDownloads: false,
    serviceWorkers: "block",
    locale: "es-CL",
    timezoneId: "America/Santiago",
  });
  context.setDefaultNavigationTimeout(options.navigationLimitMs ?? 30_000);
  context.setDefaultTimeout(options.elementLimitMs ?? 10_000);
  const refusedRequests = await guardRequests(context, {
    hosts,
    allowedTypes: options.resourceTypes ?? [],
  });
  const page = await context.newPage();
  const dialogs = guardPages(page, hosts);
  const { refused, userAgent } = await guardWindows(running.browser, page, excess.end);
  return {
    page,
    signal: excess.signal,
    userAgent,
    dialogs,
    folder: running.folder,
    refusedRequests,
    refusedWindows: refused,
    requireAnswered: watchStatuses(page),
    confinement: running.confinement,
    pid: running.pid,
    close: () => {
      excess.stop();
      return running.close();
    },
  };
}

/** Frames inside a page load without a navigation of ours, so their statuses are recorded. */
function watchStatuses(page: Page): (frame: Frame) => void {
  const statuses = new WeakMap<Frame, number>();
  page.on("response", (response) => {
    const request = response.request();
    if (request.isNavigationRequest()) statuses.set(request.frame(), response.status());
  });
  return (frame) => requireStatus("load a frame", statuses.get(frame));
}
