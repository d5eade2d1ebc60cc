import { expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";

const names = ["BASE_URL", "DATABASE_URL", "DATABASE_POOL_MAX", "LOG_LEVEL"] as const;
const good = { BASE_URL: "https://connect.test", DATABASE_URL: "postgres://u:p@db.test/connect" };

test("takes the named settings alone, with their types and defaults", () => {
  expect(parseConfig(names, { ...good, DATABASE_POOL_MAX: "7", SERVICE_SECRET: "x" })).toEqual({
    ...good,
    DATABASE_POOL_MAX: 7,
    LOG_LEVEL: "info",
  });
});

test("names everything that is wrong at once, and prints no value", () => {
  const wrong = { DATABASE_URL: "mysql://u:sekret@db.test/x", DATABASE_POOL_MAX: "many" };
  const parse = () => parseConfig(names, wrong);
  expect(parse).toThrow(ConfigError);
  expect(parse).toThrow(/BASE_URL: .*\n.*DATABASE_URL: .*\n.*DATABASE_POOL_MAX: /);
  expect(parse).not.toThrow(/sekret|many/);
});
