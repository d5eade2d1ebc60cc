import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { createDashboard } from "#functions/dashboard/app.ts";
import { buildDashboardDeps, type DashboardDeps } from "#functions/dashboard/deps.ts";
import { libraryClock } from "#infra/local/library-clock.ts";
import { testApi, type TestApi } from "./api.ts";

export interface TestDashboard {
  app: Hono;
  deps: DashboardDeps;
  owner: TestApi["database"]["owner"];
  close(): Promise<void>;
}

/** The dashboard of the same service, on the same database and clock. */
export async function testDashboard(
  { database, deps: api, settings }: TestApi,
  more: { BASE_URL?: string; BILLING_URL?: string; SIGN_UP?: "invited" } = {},
): Promise<TestDashboard> {
  const deps = await buildDashboardDeps(
    {
      ...settings,
      AUTH_DATABASE_URL: database.authUrl,
      AUTH_SECRETS: [randomBytes(32).toString("base64")],
      SIGN_UP: "open",
      ...more,
    },
    { ...api, db: database.app, onClock: libraryClock(api.clock) },
  );
  const { owner } = database;
  return { app: createDashboard(deps), deps, owner, close: () => deps.auth.close() };
}

/** The dashboard with its own service around it, and nobody in it. */
export async function emptyDashboard() {
  const api = await testApi();
  const dashboard = await testDashboard(api);
  const advance = (seconds: number): void => api.clock.advance(seconds * 1000);
  const close = async (): Promise<void> => {
    await dashboard.close();
    await api.close();
  };
  return { api, dashboard, advance, close };
}
