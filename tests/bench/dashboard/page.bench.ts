import assert from "node:assert/strict";
import { pathOf } from "#tests/support/scenes/dashboard-forms.ts";
import { withDatabase } from "../harness/cluster.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { progress } from "../harness/progress.ts";
import { percentile } from "../harness/rounds.ts";
import { setDashboard } from "./scene.ts";

const heaviest = 5;
const toFindThem = 10;
const rounds = 200;

/**
 * From the arrival of a request to the answer's last byte, for the worst of the five slowest pages. Every page of an
 * organization is tried; files are not pages.
 */
export const dashboardPage: Bench = {
  names: ["dashboard.page"],
  run: () =>
    withDatabase(async (database) => {
      progress("dashboard.page", "keeping a million rows of the audit");
      const { app, by, there, close } = await setDashboard(database);
      try {
        const p95 = async (route: string, times: number): Promise<number> => {
          const taken: number[] = [];
          for (let n = 0; n < times; n += 1) {
            // One person requests more pages here than the limit per minute allows.
            if (n % 200 === 0) await database.owner.query("delete from tallies");
            const startedAt = performance.now();
            const { status } = await by.get(pathOf(there, route));
            taken.push(performance.now() - startedAt);
            assert.equal(status, 200, route);
          }
          return percentile(taken, 95);
        };
        const routes = app.routes
          .filter(({ method, path }) => method === "GET" && path.startsWith("/dashboard/:org"))
          .map(({ path }) => path)
          .filter((path) => !/\.\w+$/.test(path));
        const found: { route: string; ms: number }[] = [];
        for (const route of new Set(routes)) {
          await p95(route, 2);
          found.push({ route, ms: await p95(route, toFindThem) });
        }
        const slowest = found.toSorted((a, b) => b.ms - a.ms).slice(0, heaviest);
        const measured: number[] = [];
        for (const { route } of slowest) {
          const ms = await p95(route, rounds);
          progress("dashboard.page", `${route} ${ms.toFixed(1)} ms`);
          measured.push(ms);
        }
        return [figure("dashboard.page", Math.max(...measured), null)];
      } finally {
        await close();
      }
    }),
};
