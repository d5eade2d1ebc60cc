import { rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { ConfigError } from "#lib/kernel/config.ts";

const Port = z.coerce.number().int().min(0).max(65_535);

const Environment = z.object({
  PORT: Port.default(8787),
  SANDBOX_PORT: Port.default(8788),
  DATA_DIR: z.string().min(1).default(".local"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DRIVER: z.enum(["pg", "neon"]).default("pg"),
  CHROMIUM_PATH: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("warn"),
});

export interface LocalSettings {
  port: number;
  sandboxPort: number;
  dataDir: string;
  databaseUrl: string | null;
  databaseDriver: "pg" | "neon";
  /** A browser to use in place of the packaged one. */
  chromiumPath: string | undefined;
  logLevel: "debug" | "info" | "warn" | "error";
  fresh: boolean;
}

export const usage = `npm start            the whole service on this machine
npm start -- --fresh begin with an empty database
  PORT            the API's port              (8787; 0 takes a free one)
  SANDBOX_PORT    the simulated systems' port (8788)
  DATA_DIR        where state is kept         (.local)
  DATABASE_URL    a Postgres of your own, entered as a role that may create roles
  DATABASE_DRIVER neon: by Neon's driver, through the relay of npm run test:neon (pg)
  CHROMIUM_PATH   a browser to use in place of the packaged one (needed where that is not Linux x86-64)
  LOG_LEVEL       debug, info, warn or error  (warn)`;

export function parseSettings(
  args: string[],
  environment: Record<string, string | undefined>,
): LocalSettings | "help" {
  const values = parseOptions(args);
  if (values.help === true) return "help";
  const env = parseEnvironment(environment);
  return {
    port: env.PORT,
    sandboxPort: env.SANDBOX_PORT,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDriver: env.DATABASE_DRIVER,
    chromiumPath: env.CHROMIUM_PATH,
    logLevel: env.LOG_LEVEL,
    fresh: values.fresh ?? false,
  };
}

function parseOptions(args: string[]): { fresh?: boolean; help?: boolean } {
  try {
    return parseArgs({
      args,
      options: { fresh: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigError([error.message]);
  }
}

function parseEnvironment(environment: Record<string, string | undefined>) {
  // A variable that is set to nothing is as good as not set.
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const parsed = Environment.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
  );
}

/** Everything that local mode keeps, and nothing else that may lie in the folder. */
export async function forgetState(dataDir: string): Promise<void> {
  for (const name of ["postgres", "postgres.password", "seed.json", "ready.json", "clock.ahead"]) {
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}
