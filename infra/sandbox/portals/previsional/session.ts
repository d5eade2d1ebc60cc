import type { Context } from "hono";
import type { Progress } from "../../bank/section-gate.ts";
import type { TestPerson } from "../../bank/people.ts";
import type { createCredentials } from "../../system/credentials.ts";
import type { Sessions } from "../../system/sessions.ts";
import type { Switches } from "../../system/switches.ts";
import type { SandboxEnv, World } from "../../system/system.ts";
import type { PayrollBook } from "./book.ts";
import type { ExportJobs } from "./export-jobs.ts";

export type Ctx = Context<SandboxEnv>;

export interface PrevisionalVisit extends Progress {
  person: TestPerson;
  company: string | undefined;
  /** The number of the last accepted call. */
  lastCall: number;
}

export interface Previsional {
  world: World;
  people: readonly TestPerson[];
  book: PayrollBook;
  jobs: ExportJobs;
  switches: Switches<{ exportMs: number; version: number }>;
  sessions: Sessions<PrevisionalVisit>;
  credentials: ReturnType<typeof createCredentials>;
}
