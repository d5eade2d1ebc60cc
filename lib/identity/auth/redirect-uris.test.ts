import { describe, expect, test } from "vitest";
import {
  isAllowedRedirect,
  isLoopbackRedirect,
  matchingRedirect,
  shownRedirect,
} from "./redirect-uris.ts";

const allowed = [
  "https://agente.example/callback",
  "https://agente.example/callback?app=1",
  "https://agente.example:8443/",
  "http://localhost:3000/callback",
  "http://localhost/callback",
  "http://127.0.0.1:49152/cb",
  "http://[::1]:8080/",
  "com.example.agent:/oauth",
  "com.example.agent:/oauth/callback?x=1",
];

const refused = [
  "",
  "/callback",
  "agente.example/callback",
  "http://agente.example/callback",
  "http://localhost.evil.example/callback",
  "http://localhost@evil.example/callback",
  "http://127.0.0.1.evil.example/",
  "http://127.1/callback",
  "http://2130706433/callback",
  "http://0x7f.0.0.1/",
  "http://127.0.0.2:80/callback",
  "http://0.0.0.0/callback",
  "http://LOCALHOST/callback",
  "http://localhost.:3000/callback",
  "https://localhost/callback",
  "https://127.0.0.1/callback",
  "https://agente.example/callback#fragment",
  "https://agente.example/callback#",
  "https://person@agente.example/callback",
  "https://person:word@agente.example/",
  "https:agente.example/callback",
  "https:///agente.example",
  "https://agente.example;sandbox/callback",
  "https://a,default-src.example/callback",
  "https://a%3Bsandbox.example/callback",
  "https://*.example/callback",
  "https://agente/callback",
  "https://agente.localhost/callback",
  "https://10.0.0.1/callback",
  "https://0/callback",
  "https://[::ffff:127.0.0.1]/callback",
  "https://agente.example\\@evil.example/",
  "https://agente.example/\r\nlocation: https://evil.example",
  "https://agente.example/ callback",
  "https://agente.example/\tcallback",
  "https://agente.example/cállback",
  "https://agénte.example/callback",
  "javascript:alert(1)",
  "javascript://agente.example/%0aalert(1)",
  "data:text/html,hola",
  "vbscript:x",
  "file:///etc/passwd",
  "ftp://agente.example/",
  "blob:https://agente.example/x",
  "about:blank",
  "agent:/callback",
  "myapp://callback",
  "com.example.agent://evil.example/callback",
  "com.example.agent:callback",
  "com.example.agent:/a#b",
  `https://agente.example/${"a".repeat(2000)}`,
];

test("the corpus has its full size", () => {
  expect([allowed.length, refused.length]).toEqual([9, 51]);
});

test.each(allowed)("a code may be sent to %s", (uri) => expect(isAllowedRedirect(uri)).toBe(true));
test.each(refused)("never to %j", (uri) => expect(isAllowedRedirect(uri)).toBe(false));

describe("a redirect of a request", () => {
  const registered = [
    "https://agente.example/callback",
    "http://127.0.0.1/callback",
    "http://localhost:3000/callback?x=1",
    "com.example.agent:/oauth",
  ];

  test.each([
    "https://agente.example/callback",
    "http://127.0.0.1/callback",
    "http://127.0.0.1:49152/callback",
    "http://localhost:8/callback?x=1",
    "com.example.agent:/oauth",
  ])("matches the registered one: %s", (uri) =>
    expect(matchingRedirect(registered, uri)).not.toBeNull(),
  );

  test.each([
    "https://agente.example/callback/",
    "https://agente.example/callback?next=https://evil.example",
    "https://agente.example/Callback",
    "https://AGENTE.example/callback",
    "https://agente.example:443/callback",
    "https://agente.example/./callback",
    "https://agente.example/x/../callback",
    "https://agente.example/%63allback",
    "https://sub.agente.example/callback",
    "https://agente.example.evil.example/callback",
    "http://127.0.0.1:49152/other",
    "http://localhost:49152/callback",
    "http://[::1]:49152/callback",
    "com.example.agent:/oauth/x",
    "com.example.agents:/oauth",
  ])("matches none: %s", (uri) => expect(matchingRedirect(registered, uri)).toBeNull());

  test("matches none where nothing is registered", () => {
    expect(matchingRedirect([], "https://agente.example/callback")).toBeNull();
    expect(matchingRedirect(["javascript:alert(1)"], "javascript:alert(1)")).toBeNull();
  });
});

test("a person is shown where a code goes", () => {
  expect(shownRedirect("https://agente.example:8443/cb?x=1")).toEqual({
    host: "agente.example:8443",
    source: "https://agente.example:8443",
  });
  expect(shownRedirect("com.example.agent:/cb")).toEqual({
    host: "com.example.agent://",
    source: "com.example.agent:",
  });
  expect(allowed.filter(isLoopbackRedirect)).toHaveLength(4);
});
