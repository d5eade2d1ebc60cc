import path from "node:path";
import { expect, test } from "vitest";
import { parseSettings } from "./settings.ts";
import { StartRefused } from "./start-refused.ts";

function refusal(args: string[], environment: Record<string, string>): string {
  try {
    parseSettings(args, environment);
    return "understood";
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
    throw error;
  }
}

test.each<[string, string[], Record<string, string>, string]>([
  ["a port in words", [], { PORT: "abc" }, "PORT is not a port, a number from 0 to 65535."],
  ["half a port", [], { PORT: "1.5" }, "PORT is not a port, a number from 0 to 65535."],
  [
    "a port beyond the last",
    [],
    { SANDBOX_PORT: "70000" },
    "SANDBOX_PORT is not a port, a number from 0 to 65535.",
  ],
  [
    "one port for two",
    [],
    { PORT: "9000", SANDBOX_PORT: "9000" },
    "PORT and SANDBOX_PORT are the same: the API and the simulated systems need a port each.",
  ],
  [
    "another one's default",
    [],
    { PORT: "8788" },
    "PORT and SANDBOX_PORT are the same: the API and the simulated systems need a port each.",
  ],
  [
    "another kind of database",
    [],
    { DATABASE_URL: "mysql://u:secreto@host/db" },
    "DATABASE_URL is not the address of a Postgres, postgres://user:password@host/database.",
  ],
  [
    "an unknown level",
    [],
    { LOG_LEVEL: "loud" },
    "LOG_LEVEL is none of debug, info, warn and error.",
  ],
  ["an unknown option", ["--frsh"], {}, "Unknown option '--frsh'"],
  ["a word", ["extra"], {}, "Unexpected argument 'extra'"],
  [
    "an option that npm has kept",
    [],
    { npm_config_fresh: "true" },
    'npm took --fresh for itself. Type "npm start -- --fresh".',
  ],
])("refuses %s in a sentence, and prints no value", (_, args, environment, sentence) => {
  const message = refusal(args, environment);
  expect(message).toContain(sentence);
  expect(message).not.toContain("secreto");
  expect(message.trim().split("\n").length).toBeLessThanOrEqual(2);
});

test("names every unknown option at once, and where to read about them", () => {
  const message = refusal([], { PORT: "-1", LOG_LEVEL: "loud" });
  expect(message).toMatch(/^PORT is not .*\nLOG_LEVEL is none .*\n"npm start -- --help" lists/);
});

test("an option that both we and npm received is accepted", () => {
  expect(parseSettings(["--fresh"], { npm_config_fresh: "true" })).toMatchObject({ fresh: true });
});

test("both ports may be any free one", () => {
  const free = { PORT: "0", SANDBOX_PORT: "0" };
  expect(parseSettings([], free)).toMatchObject({ port: 0, sandboxPort: 0 });
});

test("has its defaults, also for an empty variable", () => {
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

test("uses the given values", () => {
  const given = { PORT: "0", DATA_DIR: "/x/y", DATABASE_URL: "postgres://u:p@h/d" };
  expect(parseSettings(["--fresh"], given)).toMatchObject({
    port: 0,
    dataDir: "/x/y",
    databaseUrl: "postgres://u:p@h/d",
    fresh: true,
  });
  expect(parseSettings(["-h"], given)).toBe("help");
});
