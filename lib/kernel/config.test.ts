import { expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";

const names = ["BASE_URL", "DATABASE_URL", "DATABASE_POOL_MAX", "LOG_LEVEL"] as const;
const good = { BASE_URL: "https://connect.test", DATABASE_URL: "postgres://u:p@127.0.0.1/connect" };

test("takes only the named settings, with their types and defaults", () => {
  expect(parseConfig(names, { ...good, DATABASE_POOL_MAX: "7", SERVICE_SECRET: "x" })).toEqual({
    ...good,
    DATABASE_POOL_MAX: 7,
    LOG_LEVEL: "info",
  });
});

test.each(["https://connect.test/", "https://Connect.Test", "https://connect.test:443"])(
  "takes %s for the service's origin, which ends without a slash",
  (BASE_URL) => {
    expect(parseConfig(["BASE_URL"], { BASE_URL })).toEqual({ BASE_URL: "https://connect.test" });
  },
);

test("lists everything that is wrong at once, and prints no value", () => {
  const wrong = { DATABASE_URL: "mysql://u:sekret@db.test/x", DATABASE_POOL_MAX: "many" };
  const parse = () => parseConfig(names, wrong);
  expect(parse).toThrow(ConfigError);
  expect(parse).toThrow(/BASE_URL: .*\n.*DATABASE_URL: .*\n.*DATABASE_POOL_MAX: /);
  expect(parse).not.toThrow(/sekret|many/);
});

test("takes the portals' addresses as one JSON object, and refuses anything else", () => {
  const urls = { banco_a: "https://portal.test/a", tributario: "https://portal.test/t" };
  const parse = (text: string) => parseConfig(["PORTAL_URLS"], { PORTAL_URLS: text });
  expect(parse(JSON.stringify(urls))).toEqual({ PORTAL_URLS: urls });
  for (const wrong of [
    "",
    "banco_a",
    "[]",
    '{"banco_a":"portal.test"}',
    '{"banco_a":"ftp://x.test"}',
  ]) {
    expect(() => parse(wrong), wrong).toThrow(/PORTAL_URLS/);
  }
});
