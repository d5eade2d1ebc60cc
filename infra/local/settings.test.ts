import path from "node:path";
import { expect, test } from "vitest";
import { ConfigError } from "#lib/kernel/config.ts";
import { parseSettings } from "./settings.ts";

function refusal(args: string[], environment: Record<string, string>): string {
  try {
    parseSettings(args, environment);
    return "understood";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

test.each<[string, string[], Record<string, string>]>([
  ["PORT", [], { PORT: "ocho mil" }],
  ["PORT", [], { PORT: "1.5" }],
  ["SANDBOX_PORT", [], { SANDBOX_PORT: "70000" }],
  ["DATABASE_URL", [], { DATABASE_URL: "mysql://u:secreto@host/db" }],
  ["LOG_LEVEL", [], { LOG_LEVEL: "loud" }],
  ["--frsh", ["--frsh"], {}],
  ["extra", ["extra"], {}],
])("names %s when it is not understood, and prints no value", (name, args, environment) => {
  const message = refusal(args, environment);
  expect(message).toContain(name);
  expect(message).not.toContain("secreto");
});

test("names everything that is not understood at once", () => {
  const message = refusal([], { PORT: "-1", LOG_LEVEL: "loud" });
  expect(message).toContain("PORT");
  expect(message).toContain("LOG_LEVEL");
});

test("has its defaults, also for a variable that is set to nothing", () => {
  const defaults = parseSettings([], {});
  expect(defaults).toEqual({
    port: 8787,
    sandboxPort: 8788,
    dataDir: path.resolve(".local"),
    databaseUrl: null,
    databaseDriver: "pg",
    chromiumPath: undefined,
    logLevel: "warn",
    fresh: false,
  });
  expect(parseSettings([], { PORT: "", DATABASE_URL: "", DATA_DIR: "" })).toEqual(defaults);
});

test("takes what is given", () => {
  const given = { PORT: "0", DATA_DIR: "/x/y", DATABASE_URL: "postgres://u:p@h/d" };
  expect(parseSettings(["--fresh"], given)).toMatchObject({
    port: 0,
    dataDir: "/x/y",
    databaseUrl: "postgres://u:p@h/d",
    fresh: true,
  });
  expect(parseSettings(["-h"], given)).toBe("help");
});
