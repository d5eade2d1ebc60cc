import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Connect, type RequestRecord } from "./index.ts";

const kept = { url: process.env["CONNECT_URL"], key: process.env["CONNECT_API_KEY"] };
function setEnvironment(url: string | undefined, key: string | undefined): void {
  for (const [name, value] of [
    ["CONNECT_URL", url],
    ["CONNECT_API_KEY", key],
  ] as const) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}
beforeEach(() => setEnvironment(undefined, undefined));
afterEach(() => setEnvironment(kept.url, kept.key));

/** A service that answers this, and the requests it got. */
function answering(status: number, body: object) {
  const asked: { url: string; headers: Headers }[] = [];
  const answer: typeof fetch = async (url, init) => {
    asked.push({ url: url as string, headers: new Headers(init?.headers) });
    return Response.json(body, { status, headers: { "x-request-id": "req_uno" } });
  };
  return { fetch: answer, asked };
}

describe("the address and the credential", () => {
  test("come from the environment when they are not given", async () => {
    setEnvironment("https://there.test", "connect_sk_there");
    const { fetch, asked } = answering(200, { data: {}, meta: {} });
    await new Connect({ fetch }).call("a.b.c", {});
    await new Connect({ fetch, baseUrl: "https://here.test", apiKey: "connect_sk_here" }).call(
      "a.b.c",
      {},
    );
    expect(asked.map(({ url, headers }) => [url, headers.get("authorization")])).toEqual([
      ["https://there.test/v1/tools/a.b.c/execute", "Bearer connect_sk_there"],
      ["https://here.test/v1/tools/a.b.c/execute", "Bearer connect_sk_here"],
    ]);
  });

  test("are named in the error when nothing provides them", () => {
    expect(() => new Connect()).toThrow("give baseUrl, or set CONNECT_URL");
    setEnvironment("https://there.test", "");
    expect(() => new Connect()).toThrow("give apiKey, or set CONNECT_API_KEY");
  });
});

describe("timeoutMs", () => {
  const options = { baseUrl: "https://connect.test", apiKey: "connect_sk_uno" };

  test.each([Infinity, 2 ** 31])(
    "%d, longer than a timer can hold, is not over at once",
    async (timeoutMs) => {
      // Later than such a timer, which takes 1 ms.
      const slow: typeof fetch = (_url, init) =>
        new Promise((resolve, reject) => {
          const answer = setTimeout(() => resolve(Response.json({ data: {}, meta: {} })), 2);
          init?.signal?.addEventListener("abort", () => {
            clearTimeout(answer);
            reject(init.signal?.reason as Error);
          });
        });
      const connect = new Connect({ ...options, fetch: slow, timeoutMs });
      await expect(connect.call("a.b.c", {})).resolves.toMatchObject({ data: {} });
      await expect(connect.call("a.b.c", {}, { timeoutMs })).resolves.toMatchObject({ data: {} });
    },
  );

  test.each([NaN, 0, -1])("%d is refused, and nothing is sent", async (timeoutMs) => {
    const { fetch, asked } = answering(200, { data: {}, meta: {} });
    const said = "timeoutMs has to be more than 0";
    await expect(
      new Connect({ ...options, fetch }).call("a.b.c", {}, { timeoutMs }),
    ).rejects.toThrow(said);
    expect(() => new Connect({ ...options, fetch, timeoutMs })).toThrow(said);
    expect(asked).toEqual([]);
  });
});

describe("an unknown option", () => {
  const options = { baseUrl: "https://connect.test", apiKey: "connect_sk_uno" };
  const misspelled = (given: object) => given as { traceId: string };

  test("is named when the client is made", () => {
    const wrong = { ...options, baseURL: "https://connect.test" };
    expect(() => new Connect(wrong)).toThrow(
      "no option baseURL; the options are baseUrl, apiKey, fetch, timeoutMs, app, log",
    );
  });

  test("is named at a call, which is not sent", async () => {
    const { fetch, asked } = answering(200, { data: {}, meta: {} });
    const connect = new Connect({ ...options, fetch });
    const idempotency = misspelled({ idempotencykey: "7b6f4f0e-2c1d-4b4e-9c1a-0c5a7b1d2e3f" });
    const wrongs = [
      () => connect.call("a.b.c", {}, idempotency),
      () => connect.waitForSync("sjb_1", misspelled({ timeout: 1 })),
      () => connect.syncs.get("sjb_1", misspelled({ trace: "x" })),
      () => connect.documents.get("https://connect.test/v1/documents/x", misspelled({ wait: 1 })),
    ];
    const told = await Promise.all(
      wrongs.map((call) => call().then(String, (error: Error) => error.message)),
    );
    expect(told.map((text) => text.split(";")[0])).toEqual([
      "no option idempotencykey",
      "no option timeout",
      "no option trace",
      "no option wait",
    ]);
    expect(asked).toEqual([]);
  });
});

describe("a log", () => {
  const options = { baseUrl: "https://connect.test", apiKey: "connect_sk_secreto" };
  const secret = { rut: "76555835-2" };

  test("learns how each request ended, and none of its content", async () => {
    const told: RequestRecord[] = [];
    const log = (record: RequestRecord) => void told.push(record);
    const { fetch } = answering(200, { data: { saldo: 1 }, meta: {} });
    await new Connect({ ...options, fetch, log }).call("a.b.c", secret);
    const refused = answering(400, { error: { code: "validation_error" } });
    const calling = new Connect({ ...options, fetch: refused.fetch, log }).call("a.b.c", secret);
    await expect(calling).rejects.toThrow("validation_error");
    const broken: typeof fetch = () => Promise.reject(new TypeError("fetch failed"));
    await expect(new Connect({ ...options, fetch: broken, log }).call("a.b.c", {})).rejects.toThrow(
      "could not be reached",
    );
    await expect.poll(() => told.length).toBe(3);
    const path = "/v1/tools/a.b.c/execute";
    expect(told).toMatchObject([
      { method: "POST", path, status: 200, requestId: "req_uno" },
      { method: "POST", path, status: 400, requestId: "req_uno" },
      { method: "POST", path, status: null, requestId: null },
    ]);
    expect(told.every(({ durationMs }) => durationMs >= 0)).toBe(true);
    expect(JSON.stringify(told)).not.toMatch(/secreto|76555835|saldo/);
  });
});
