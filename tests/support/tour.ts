import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { Fecha, startOfDay, todayInSantiago } from "#lib/chile/index.ts";
import type { Answered } from "./scenes/api.ts";
import type { TestLocal } from "./scenes/start-test-local.ts";

/** Where `npm run tour` saves the pictures of docs/tour.md; a test that only plays saves none. */
const folder = process.env["TOUR"];

const hourMs = 3_600_000;

/** Wide enough for the navigation on the left, and no wider, because the pictures are shown small. */
export const tourScreen = { viewport: { width: 1080, height: 720 }, locale: "es-CL" };

/** The names of the pictures taken, in order. A test compares them with the page. */
export const taken: string[] = [];

interface Shot {
  /** Its upper edge; by default the page's own. */
  from?: Locator;
  /** The picture's height, if it shows more than a screen. */
  height?: number;
}

/** Takes a picture of the page as it is now. */
export async function picture(page: Page, name: string, shot: Shot = {}): Promise<void> {
  taken.push(name);
  if (folder === undefined) return;
  // A pointer resting on a link would underline it.
  await page.mouse.move(0, 0);
  await page.evaluate("scrollTo(0, 0)");
  const y = Math.max(0, ((await shot.from?.boundingBox())?.y ?? 0) - 24);
  const below = (await page.evaluate<number>("document.documentElement.scrollHeight")) - y;
  const { width, height } = tourScreen.viewport;
  await page.screenshot({
    path: path.join(folder, `${name}.png`),
    animations: "disabled",
    fullPage: true,
    clip: { x: 0, y, width, height: Math.min(below, shot.height ?? height) },
  });
}

/**
 * The evening of the next 9th of March: a current month, and a previous one with 40 movements in all, so that both
 * are read in seconds and the pictures always show the same.
 */
export function tourBegins(): Date {
  const today = todayInSantiago(new Date());
  const year = Number(today.slice(0, 4));
  const next = today < `${year}-03-09` ? year : year + 1;
  return new Date(startOfDay(Fecha.parse(`${next}-03-09`)).getTime() + 22.5 * hourMs);
}

interface ReceivedRequest {
  headers: Record<string, string>;
  body: string;
}

/** What happens around the pages: time, the receiver, the portal, and programs that call. */
export interface TourWorld {
  local: TestLocal;
  minutes(count: number): Promise<void>;
  until(instant: Date): Promise<void>;
  receiverAnswers(status: number): Promise<void>;
  received(): Promise<ReceivedRequest[]>;
  /** The newest mail to somebody, once it has been sent. */
  mailTo(address: string, kind: string): Promise<{ text: string; code: string | null }>;
  key(organizationId: string, name: string, scopes: string[]): Promise<string>;
  /** A program's call of a tool; fails if it is refused. */
  call(toolId: string, input: unknown, by: Caller): Promise<NonNullable<Answered["body"]["data"]>>;
  /** The same, refused or not. */
  ask(toolId: string, input: unknown, by: Caller): Promise<Answered>;
  /** Waits until no sync of the organization is waiting or running. */
  noSyncLeft(key: string): Promise<void>;
}

interface Caller {
  key: string;
  connection?: string;
  idempotencyKey?: string;
}

export const receiverUrl = "https://hooks.sandbox.test/in/tour";

export function tourWorld(local: TestLocal): TourWorld {
  const ask: TourWorld["ask"] = async (toolId, input, { key, connection, idempotencyKey }) => {
    const answer = await fetch(`${local.ready.baseUrl}/v1/tools/${toolId}/execute`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(connection !== undefined && { "x-connect-connection": connection }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify({ input }),
    });
    const body = (await answer.json()) as Answered["body"];
    return { status: answer.status, headers: answer.headers, body };
  };
  const call: TourWorld["call"] = async (toolId, input, by) => {
    const { status, body } = await ask(toolId, input, by);
    if (body.data === undefined) throw new Error(`${toolId}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  };
  return {
    local,
    minutes: async (count) => {
      await local.control("POST", "/clock", { advance: `PT${count}M` });
    },
    until: async (instant) => {
      await local.control("POST", "/clock", { now: instant.toISOString() });
    },
    receiverAnswers: async (status) => {
      const answers = Array.from({ length: 100 }, () => status);
      await local.control("POST", "/receivers/tour", { answers });
    },
    received: async () => {
      const { requests } = await local.control<{ requests: ReceivedRequest[] }>(
        "GET",
        "/receivers/tour",
      );
      return requests;
    },
    mailTo: async (address, kind) => {
      const query = new URLSearchParams({ to: address, kind }).toString();
      const newest = async () => {
        const { mails } = await local.control<{ mails: { text: string; code: string | null }[] }>(
          "GET",
          `/mail?${query}`,
        );
        return mails[0];
      };
      await expect.poll(newest, { timeout: 15_000, interval: 100 }).toBeDefined();
      return (await newest()) ?? { text: "", code: null };
    },
    key: async (organizationId, name, scopes) => {
      const body = { organizationId, name, scopes };
      return (await local.control<{ key: string }>("POST", "/keys", body)).key;
    },
    ask,
    call,
    noSyncLeft: async (key) => {
      const pending = async () => {
        const { conexiones } = await call("conexiones.estado.consultar", {}, { key });
        return (conexiones as { sincronizacionesPendientes: unknown[] }[]).flatMap(
          (one) => one.sincronizacionesPendientes,
        );
      };
      await expect.poll(pending, { timeout: 60_000, interval: 200 }).toEqual([]);
    },
  };
}
