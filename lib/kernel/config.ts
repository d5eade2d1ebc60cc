import { z } from "zod";

const LogLevel = z.enum(["debug", "info", "warn", "error"]);

/** Every setting that the deployed functions know, with its default. Each function takes its part. */
export const settings = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(100).default(5),
  BASE_URL: z.url(),
  SERVICE_SECRET: z.base64().min(44),
  INDICATORS_BASE_URL: z.url(),
  LOG_LEVEL: LogLevel.default("info"),
} as const;

export type SettingName = keyof typeof settings;
export type Settings<N extends SettingName> = { [K in N]: z.output<(typeof settings)[K]> };

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((text) => `  ${text}`).join("\n")}`);
    this.name = "ConfigError";
  }
}

/** Parses the named settings once; what is wrong is listed together, values are not printed. */
export function parseConfig<N extends SettingName>(
  names: readonly N[],
  environment: Record<string, string | undefined>,
): Settings<N> {
  const shape = Object.fromEntries(names.map((name) => [name, settings[name]]));
  const parsed = z.object(shape).safeParse(environment);
  if (parsed.success) return parsed.data as Settings<N>;
  throw new ConfigError(
    parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
  );
}
