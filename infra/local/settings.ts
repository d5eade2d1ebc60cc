import { rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { StartRefused } from "./start-refused.ts";

const Port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: "is not a port, a number from 0 to 65535",
  })
  .transform(Number);

const Environment = z
  .object({
    PORT: Port.default(8787),
    SANDBOX_PORT: Port.default(8788),
    DATA_DIR: z.string().min(1).default(".local"),
    DATABASE_URL: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: "is not the address of a Postgres, postgres://user:password@host/database",
      })
      .optional(),
    DATABASE_DRIVER: z.enum(["pg", "neon"], { error: "is neither pg nor neon" }).default("pg"),
    CHROMIUM_PATH: z.string().min(1).optional(),
    LOG_LEVEL: z
      .enum(["debug", "info", "warn", "error"], { error: "is none of debug, info, warn and error" })
      .default("warn"),
  })
  .refine(({ PORT, SANDBOX_PORT }) => PORT === 0 || PORT !== SANDBOX_PORT, {
    path: ["PORT"],
    error: "and SANDBOX_PORT are the same: the API and the simulated systems need a port each",
  });

export interface LocalSettings {
  port: number;
  sandboxPort: number;
  dataDir: string;
  databaseUrl: string | null;
  databaseDriver: "pg" | "neon";
  /** Another browser than the packaged one. */
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

const seeHelp = '"npm start -- --help" lists what can be set.';

export function parseSettings(
  args: string[],
  environment: Record<string, string | undefined>,
): LocalSettings | "help" {
  const values = parseOptions(args);
  if (values.help === true) return "help";
  const fresh = values.fresh ?? false;
  // npm takes an option before the two dashes for itself.
  if (!fresh && environment["npm_config_fresh"] === "true") {
    throw new StartRefused('npm took --fresh for itself. Type "npm start -- --fresh".');
  }
  const env = parseEnvironment(environment);
  return {
    port: env.PORT,
    sandboxPort: env.SANDBOX_PORT,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDriver: env.DATABASE_DRIVER,
    chromiumPath: env.CHROMIUM_PATH,
    logLevel: env.LOG_LEVEL,
    fresh,
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
    throw new StartRefused(`${error.message}. ${seeHelp}`);
  }
}

function parseEnvironment(environment: Record<string, string | undefined>) {
  // An empty variable is treated as not set.
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const parsed = Environment.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}.`);
  throw new StartRefused([...wrong, seeHelp].join("\n"));
}

/** Exactly what local mode keeps, leaving anything else in the folder alone. */
export async function forgetState(dataDir: string): Promise<void> {
  for (const name of [
    "postgres",
    "postgres.password",
    "seed.json",
    "ready.json",
    "clock.ahead",
    "folios.json",
  ]) {
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}
