import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemResolver } from "./resolver.ts";
import { startDnsServer, type DnsServer } from "./testing/dns-server.ts";

const v4 = Buffer.from([93, 184, 215, 14]);
const v6 = Buffer.from("260647000000000000000000000000ff", "hex");

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer({
    "both.example.com": { a: [v4], aaaa: [v6] },
    "four.example.com": { a: [v4] },
    "half.example.com": { a: [v4], aaaa: "fail" },
    "broken.example.com": { a: "fail", aaaa: "fail" },
    "silent.example.com": "silent",
    localhost: "none",
  });
});
afterAll(() => dns.close());

const resolve = (name: string, signal = AbortSignal.timeout(10_000)) =>
  createSystemResolver({ servers: [dns.server] }).resolve(name, signal);

test("asks for addresses of both families", async () => {
  expect(await resolve("both.example.com")).toEqual(["93.184.215.14", "2606:4700::ff"]);
});

test("one family is enough, even when the other's lookup fails", async () => {
  expect(await resolve("four.example.com")).toEqual(["93.184.215.14"]);
  expect(await resolve("half.example.com")).toEqual(["93.184.215.14"]);
});

test("a name that does not exist has no addresses", async () => {
  expect(await resolve("nobody.example.com")).toEqual([]);
});

test("the hosts file does not answer", async () => {
  expect(await resolve("localhost")).toEqual([]);
  expect(dns.asked).toContain("localhost 1");
});

test("a failed lookup is thrown", async () => {
  await expect(resolve("broken.example.com")).rejects.toMatchObject({ code: "ESERVFAIL" });
});

test("a silent server is abandoned at the deadline", async () => {
  const from = performance.now();
  await expect(resolve("silent.example.com", AbortSignal.timeout(50))).rejects.toMatchObject({
    code: "ECANCELLED",
  });
  expect(performance.now() - from).toBeLessThan(1_500);
});

test("one lookup's deadline does not affect the others", async () => {
  const resolver = createSystemResolver({ servers: [dns.server] });
  const left = expect(
    resolver.resolve("silent.example.com", AbortSignal.timeout(1)),
  ).rejects.toThrow();
  expect(await resolver.resolve("four.example.com", AbortSignal.timeout(10_000))).toEqual([
    "93.184.215.14",
  ]);
  await left;
});
