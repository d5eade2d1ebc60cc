import { Hono } from "hono";
import { z } from "zod";
import { companiesOf, testPeople } from "../../bank/people.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import { createSwitches } from "../../system/switches.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { createPayrollBook } from "./book.ts";
import { createExportJobs } from "./export-jobs.ts";
import { payrollRows, sheetRowKind } from "./rows.ts";
import { createService } from "./service.ts";
import type { Previsional, PrevisionalVisit } from "./session.ts";
import { shellPage } from "./shell.ts";
import { payrollTruth, sheetTruth } from "./truth.ts";

const callMs = 30;
const idleMinutes = 10;
const Values = z.strictObject({
  exportMs: z.int().min(0).max(600_000),
  version: z.int().min(1).max(999),
});

/** Pension contributions: payrolls, the amount of each institution, and each payroll's file. */
export const previsional: SystemDefinition = {
  system: "previsional",
  kind: "portal",
  alcances: ["nominas", "planillas"],
  faults: [
    "wrong_password",
    "account_blocked",
    "session_active",
    "session_ended",
    "unavailable",
    "slow",
    "hang",
    "layout_changed",
    "identity_mismatch",
    "cut_after_alcance",
    "export_late",
    "export_cut",
    "sum_differs",
  ],
  create(world) {
    const people = testPeople("previsional");
    const book = createPayrollBook(world);
    const switches = createSwitches(
      Values,
      { exportMs: 800, version: 100 },
      {
        exportMs: "0 to 600000: how long a file takes",
        version: "1 to 999: the version of the files; above 100 they have a column more",
      },
    );
    const portal: Previsional = {
      world,
      people,
      book,
      jobs: createExportJobs(world),
      switches,
      sessions: createSessions<PrevisionalVisit>(world, { idleMinutes }),
      credentials: createCredentials(world, people),
    };
    const routes = new Hono<SandboxEnv>();
    const service = createService(portal);
    routes.get("/", (c) => c.redirect(`${world.base}/entrada`));
    routes.get("/entrada", (c) => c.html(shellPage(world.base)));
    routes.post("/servicio", async (c) => {
      await world.pause(callMs);
      return service(c);
    });
    return {
      logins: people.map(({ user, typed, leadsTo, companies }) => ({
        rut: user,
        clave: typed,
        leadsTo,
        empresas: companies,
      })),
      companies: companiesOf(people),
      routes,
      truth: {
        nominas: (query) => payrollTruth(book, query),
        planillas: (query) => sheetTruth(book, query),
      },
      rows: {
        nominas: payrollRows(book, world),
        planillas: sheetRowKind(book),
      },
      switches,
    };
  },
};
