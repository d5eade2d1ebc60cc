import { expect, test } from "vitest";
import { createEgress, targetRefusals } from "./resolve-target.ts";
import { fixedResolver } from "./testing/fixed-resolver.ts";
import cases from "./testing/ssrf-cases.json" with { type: "json" };

const deadline = () => AbortSignal.timeout(10_000);
const url = "https://hooks.example.com/in";

test.each(cases)("$url ($why): $expect", async (one) => {
  const atCreation = fixedResolver(one.answers ?? []);
  const created = await createEgress({ resolver: atCreation }).resolveTarget(one.url, deadline());
  expect(created.ok ? "accept" : "reject").toBe(one.expect);
  expect(atCreation.asked.length).toBe(one.needs_dns ? 1 : 0);
  if (!created.ok) return expect(targetRefusals).toContain(created.reason);
  if (one.answers) expect(created.target.addresses).toEqual(one.answers);

  // Deliveries use what is stored: the canonical text must pass the same rules again.
  const atDelivery = fixedResolver(
    one.answers_delivery ?? one.answers ?? [],
    one.answers_second_lookup ?? [],
  );
  const egress = createEgress({ resolver: atDelivery });
  const delivered = await egress.resolveTarget(created.target.href, deadline());
  expect(delivered.ok ? "accept" : "reject").toBe(one.expect_delivery ?? "accept");
  expect(atDelivery.asked.length).toBe(one.needs_dns ? 1 : 0);
  if (delivered.ok) expect(delivered.target.href).toBe(created.target.href);
});

test("all cases are present", () => {
  expect(cases.length).toBeGreaterThanOrEqual(173);
  expect(cases.filter((one) => one.expect_delivery === "reject")).toHaveLength(2);
});

test("a target has one canonical form, with the port and the host to connect to", async () => {
  const resolver = fixedResolver(["2606:4700::1", "93.184.215.14", "2606:4700::1"]);
  const made = await createEgress({ resolver }).resolveTarget(
    "HTTPS://Hooks.Example.COM.:8443/A?b=c#d",
    deadline(),
  );
  expect(made).toEqual({
    ok: true,
    target: {
      href: "https://hooks.example.com:8443/A?b=c",
      host: "hooks.example.com",
      addresses: ["93.184.215.14", "2606:4700::1"],
      port: 8443,
    },
  });
  expect(resolver.asked).toEqual(["hooks.example.com"]);
});

test("an address needs no lookup", async () => {
  const resolver = fixedResolver(["127.0.0.1"]);
  const made = await createEgress({ resolver }).resolveTarget(
    "https://[2606:4700:0::1111]/",
    deadline(),
  );
  expect(made).toMatchObject({
    ok: true,
    target: { host: "2606:4700::1111", addresses: ["2606:4700::1111"] },
  });
  expect(resolver.asked).toEqual([]);
});

test("for a url that passed before, the addresses are looked up and checked again", async () => {
  const resolver = fixedResolver(["93.184.215.14"], ["93.184.215.14", "10.0.0.1"], []);
  const egress = createEgress({ resolver });
  expect(await egress.resolveTarget(url, deadline())).toMatchObject({ ok: true });
  const refused = { ok: false, reason: "address not public" };
  expect(await egress.resolveTarget(url, deadline())).toEqual(refused);
  const unknown = { ok: false, reason: "name not resolved" };
  expect(await egress.resolveTarget(url, deadline())).toEqual(unknown);
});

test("a refused url is checked again: local mode may serve its name by now", async () => {
  const served = new Map<string, typeof local>();
  const egress = createEgress({ resolver: fixedResolver(["192.0.2.1"]), localNames: served });
  const text = "https://hooks.sandbox.test/";
  expect(await egress.resolveTarget(text, deadline())).toMatchObject({ ok: false });
  served.set("hooks.sandbox.test", local);
  expect(await egress.resolveTarget(text, deadline())).toMatchObject({ ok: true });
});

test("an answer that is no address refuses all of them", async () => {
  for (const odd of ["93.184.215.14%eth0", "093.184.215.14", "hooks.example.com", ""]) {
    const resolver = fixedResolver(["93.184.215.14", odd]);
    const made = await createEgress({ resolver }).resolveTarget(url, deadline());
    expect(made, odd).toEqual({ ok: false, reason: "address not public" });
  }
});

test("a failed lookup is an unresolved name", async () => {
  const resolver = { resolve: () => Promise.reject(new Error("queryA ESERVFAIL 10.1.2.3")) };
  const made = await createEgress({ resolver }).resolveTarget(url, deadline());
  expect(made).toEqual({ ok: false, reason: "name not resolved" });
});

test("a lookup that never ends is abandoned at the deadline", async () => {
  const resolver = { resolve: () => new Promise<string[]>(() => undefined) };
  const made = await createEgress({ resolver }).resolveTarget(url, AbortSignal.timeout(20));
  expect(made).toEqual({ ok: false, reason: "timeout" });
});

test("after the deadline nothing is looked up", async () => {
  const resolver = fixedResolver(["93.184.215.14"]);
  const made = await createEgress({ resolver }).resolveTarget(url, AbortSignal.abort());
  expect(made).toEqual({ ok: false, reason: "timeout" });
  expect(resolver.asked).toEqual([]);
});

const local = { answer: "192.0.2.1", address: "127.0.0.1", port: 4711, ca: "a certificate" };
const localNames = new Map([["hooks.sandbox.test", local]]);
const inLocalMode = (...answers: string[][]) =>
  createEgress({ resolver: fixedResolver(...answers), localNames });

test("a local mode name leads to its server", async () => {
  const made = await inLocalMode(["192.0.2.1"]).resolveTarget(
    "https://hooks.sandbox.test/in/uno",
    deadline(),
  );
  expect(made).toEqual({
    ok: true,
    target: {
      href: "https://hooks.sandbox.test/in/uno",
      host: "hooks.sandbox.test",
      addresses: ["127.0.0.1"],
      port: 4711,
      ca: "a certificate",
    },
  });
});

test.each([
  [
    "programmed to an internal address",
    "https://hooks.sandbox.test/",
    ["127.0.0.1"],
    "address not public",
  ],
  [
    "programmed to two",
    "https://hooks.sandbox.test/",
    ["192.0.2.1", "10.0.0.1"],
    "address not public",
  ],
  ["programmed away", "https://hooks.sandbox.test/", [], "name not resolved"],
  ["another port", "https://hooks.sandbox.test:8443/", ["192.0.2.1"], "host not a public name"],
  ["a name below it", "https://a.hooks.sandbox.test/", ["192.0.2.1"], "host not a public name"],
  [
    "another name of its kind",
    "https://other.sandbox.test/",
    ["192.0.2.1"],
    "host not a public name",
  ],
  ["another name with its answer", url, ["192.0.2.1"], "address not public"],
  ["its server's address", "https://127.0.0.1/", [], "address not public"],
  ["plain http", "http://hooks.sandbox.test/", ["192.0.2.1"], "url does not begin with https://"],
])("local mode changes nothing else: %s", async (_why, text, answers, reason) => {
  expect(await inLocalMode(answers).resolveTarget(text, deadline())).toEqual({ ok: false, reason });
});

test("a local mode name that resolves to a public address is sent there", async () => {
  const made = await inLocalMode(["93.184.215.14"]).resolveTarget(
    "https://hooks.sandbox.test/",
    deadline(),
  );
  expect(made).toMatchObject({ ok: true, target: { addresses: ["93.184.215.14"], port: 443 } });
  expect(made).not.toHaveProperty("target.ca");
});

test("without local names they are unknown", async () => {
  const made = await createEgress({ resolver: fixedResolver(["192.0.2.1"]) }).resolveTarget(
    "https://hooks.sandbox.test/",
    deadline(),
  );
  expect(made).toEqual({ ok: false, reason: "host not a public name" });
});
