import { describe, expect, test } from "vitest";
import { errorCodes, errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { ConnectError, ConnectNoAnswer, isConnectError } from "./errors.ts";
import { webRuntime, type CompleteOptions, type Runtime } from "./options.ts";
import { createTransport, type Request } from "./transport.ts";

const requestId = "req_01k2ap5bx0q8zt3v6wdn9ym4hc";
const get: Request = { method: "GET", path: "/v1/syncs" };
const post: Request = { method: "POST", path: "/v1/tools/a.b.c/execute", body: { input: {} } };

type Fetch = typeof fetch;
type Step = Response | Error | (() => Response);

const ok = (): Response => Response.json({ data: { fine: true }, meta: {} });
function refusal(code: string, status: number, headers: Record<string, string> = {}): Response {
  const error = {
    code,
    message: "A text.",
    suggested_fix: "Do this.",
    request_id: requestId,
    details: null,
  };
  return Response.json({ error, meta: { request_id: requestId } }, { status, headers });
}

/** A service that answers with these in turn, and a clock that never advances. */
function scene(steps: Step[], options: Partial<CompleteOptions> = {}) {
  const asked: { url: string; init: RequestInit; headers: Headers }[] = [];
  const pauses: number[] = [];
  const answer: Fetch = async (url, init = {}) => {
    asked.push({ url: url as string, init, headers: new Headers(init.headers) });
    const step = steps.shift();
    if (step === undefined) throw new Error("asked once too often");
    if (step instanceof Error) throw step;
    return step instanceof Response ? step : step();
  };
  const runtime: Runtime = {
    wait: async (ms, signal) => {
      signal?.throwIfAborted();
      pauses.push(ms);
    },
    now: () => Date.parse("2026-08-11T14:00:00.000Z"),
    random: () => 1,
  };
  const send = createTransport(
    { baseUrl: "https://connect.test/", apiKey: "connect_sk_uno", fetch: answer, ...options },
    runtime,
  );
  return { send, asked, pauses };
}

async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    return thrown;
  }
  throw new Error("it was answered");
}

describe("a GET", () => {
  test("is tried three times in all, with growing pauses", async () => {
    const { send, asked, pauses } = scene([
      refusal("service_unavailable", 503),
      new TypeError("fetch failed"),
      ok(),
    ]);
    expect(await send(get)).toMatchObject({ data: { fine: true } });
    expect([asked.length, pauses]).toEqual([3, [500, 1000]]);
  });

  test("passes the third refusal to its caller", async () => {
    const { send, asked } = scene([
      refusal("timeout", 504),
      refusal("timeout", 504),
      refusal("upstream_error", 502),
    ]);
    expect(await thrownBy(send(get))).toMatchObject({ code: "upstream_error", retryable: true });
    expect(asked).toHaveLength(3);
  });

  test("pauses for as long as Retry-After says, in seconds or until a date", async () => {
    const { send, pauses } = scene([
      refusal("rate_limited", 429, { "retry-after": "41" }),
      refusal("rate_limited", 429, { "retry-after": "Tue, 11 Aug 2026 14:00:09 GMT" }),
      ok(),
    ]);
    await send(get);
    expect(pauses).toEqual([41_000, 9_000]);
  });

  test("pauses for as long as a gateway's page says", async () => {
    const page = (seconds: string) =>
      new Response("<html>", { status: 503, headers: { "retry-after": seconds } });
    const { send, pauses } = scene([page("20"), page("600")]);
    expect(await thrownBy(send(get))).toMatchObject({ name: "ConnectNoAnswer", retryAfter: 600 });
    expect(pauses).toEqual([20_000]);
  });

  test("does not pause for minutes on end: its caller is told the time", async () => {
    const { send, pauses } = scene([refusal("rate_limited", 429, { "retry-after": "3600" })]);
    expect(await thrownBy(send(get))).toMatchObject({ code: "rate_limited", retryAfter: 3600 });
    expect(pauses).toEqual([]);
  });

  test.each(errorCodes)(
    "is tried again after %s only where the catalogue says so",
    async (code) => {
      const { status, retry } = errorEntry(code);
      const { send, asked } = scene([refusal(code, status), ok()]);
      const tried = await send(get).then(
        () => "again",
        () => "once",
      );
      expect([tried, asked.length]).toEqual(retry ? ["again", 2] : ["once", 1]);
    },
  );

  test("is tried again after a gateway's page, and not after another page", async () => {
    const page = (status: number) => new Response("<html>", { status });
    const gateway = scene([page(502), ok()]);
    await gateway.send(get);
    expect(gateway.asked).toHaveLength(2);
    for (const status of [200, 302, 404, 500]) {
      const { send, asked } = scene([page(status), ok()]);
      const thrown = await thrownBy(send(get));
      expect(thrown).toMatchObject({ name: "ConnectNoAnswer", reason: "not_an_answer", status });
      expect(asked).toHaveLength(1);
    }
  });

  test("is not tried again once its caller has given up", async () => {
    const caller = new AbortController();
    const { send, asked } = scene([
      () => {
        caller.abort(new Error("enough"));
        return refusal("timeout", 504);
      },
      ok(),
    ]);
    const thrown = await thrownBy(send({ ...get, options: { signal: caller.signal } }));
    expect(thrown).toMatchObject({ message: "enough" });
    expect(asked).toHaveLength(1);
  });
});

describe.each(["POST", "PATCH", "DELETE"])("a %s", (method) => {
  test.each([
    ["a refusal that can pass", refusal("service_unavailable", 503, { "retry-after": "1" })],
    ["a broken connection", new TypeError("fetch failed")],
    ["a gateway's page", new Response("<html>", { status: 502 })],
  ])("is sent once, whatever comes: %s", async (_what, step) => {
    const { send, asked, pauses } = scene([
      step instanceof Response ? step.clone() : step,
      ok(),
      ok(),
    ]);
    await thrownBy(send({ ...post, method }));
    expect([asked.length, pauses]).toEqual([1, []]);
  });
});

describe("a refusal", () => {
  test("is an error with everything that the service said", async () => {
    const error = {
      code: "connection_credential_required",
      message: "The connection has no working credential.",
      suggested_fix: "Create a link.",
      request_id: requestId,
      details: {
        credencial: "rechazada",
        fix: {
          tool_id: "conexiones.enlace.crear",
          input: { sistema: "banco_a", modo: "reconectar" },
          connection_id: "conn_uno",
        },
      },
    };
    const { send } = scene([Response.json({ error, meta: {} }, { status: 428 })]);
    const thrown = await thrownBy(send(post));
    expect(thrown).toBeInstanceOf(ConnectError);
    expect(thrown).toMatchObject({
      code: "connection_credential_required",
      status: 428,
      suggestedFix: "Create a link.",
      requestId,
      details: error.details,
      retryAfter: null,
      retryable: false,
      fix: {
        toolId: "conexiones.enlace.crear",
        input: { sistema: "banco_a", modo: "reconectar" },
        connection: "conn_uno",
        idempotencyKey: null,
      },
    });
  });

  test("with a code newer than the library is passed on", async () => {
    const { send, asked } = scene([refusal("brand_new", 418)]);
    const thrown = await thrownBy(send(get));
    expect(isConnectError(thrown) && (thrown.code as ErrorCode | "brand_new")).toBe("brand_new");
    expect(asked).toHaveLength(1);
  });
});

describe("without an answer", () => {
  test("a call that takes too long ends, and says that its outcome is unknown", async () => {
    const hanging: Fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      });
    const { send } = scene([], { fetch: hanging });
    const thrown = await thrownBy(send({ ...post, options: { timeoutMs: 5 } }));
    expect(thrown).toBeInstanceOf(ConnectNoAnswer);
    expect(thrown).toMatchObject({ reason: "timeout" });
  });

  test("a body that never ends counts as well", async () => {
    const endless: Fetch = async (_url, init) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode("{"));
            init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
          },
        }),
      );
    const { send } = scene([], { fetch: endless });
    const thrown = await thrownBy(send({ ...post, options: { timeoutMs: 5 } }));
    expect(thrown).toMatchObject({ reason: "timeout" });
  });

  test("the caller gets its own abort reason", async () => {
    const { send, asked } = scene([ok()]);
    const signal = AbortSignal.abort(new Error("not any more"));
    expect(await thrownBy(send({ ...post, options: { signal } }))).toMatchObject({
      message: "not any more",
    });
    expect(asked).toEqual([]);
  });
});

describe("what is sent", () => {
  test("includes the key, the library's name, the label and the body", async () => {
    const { send, asked } = scene([ok()], { app: { name: "ledger", version: "3.1.4" } });
    await send({
      ...post,
      query: { limit: 10, cursor: undefined },
      headers: { "x-connect-connection": "conn_uno", "idempotency-key": undefined },
      options: { traceId: `ñ ✓ ${"x".repeat(300)}` },
    });
    const [{ url, init, headers } = { url: "", init: {}, headers: new Headers() }] = asked;
    expect(url).toBe("https://connect.test/v1/tools/a.b.c/execute?limit=10");
    expect(init.body).toBe('{"input":{}}');
    expect(init.redirect).toBe("manual");
    expect(Object.fromEntries(headers)).toEqual({
      authorization: "Bearer connect_sk_uno",
      "content-type": "application/json",
      "x-connect-client": "ledger/3.1.4 connect-client/0.2.0",
      "x-connect-connection": "conn_uno",
      "x-client-trace-id": `ñ ? ${"x".repeat(196)}`,
    });
  });

  test("asks for an access token each time when it was given a function", async () => {
    let count = 0;
    const apiKey = async () => `token_${(count += 1)}`;
    const { send, asked } = scene([ok(), ok()], { apiKey });
    await send(get);
    await send(get);
    expect(asked.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token_1",
      "Bearer token_2",
    ]);
  });
});

test.each([
  ["http://connect.test", TypeError],
  ["connect.test", TypeError],
  ["https://user@connect.test", TypeError],
  ["https://connect.test/?a=1", TypeError],
])("a key is not sent to %s", (baseUrl, error) => {
  expect(() => scene([], { baseUrl })).toThrow(error);
});

test("an empty key and an app that would break the header are refused at once", () => {
  expect(() => scene([], { apiKey: "" })).toThrow("apiKey is empty");
  expect(() => scene([], { app: { name: "a b", version: "1" } })).toThrow("app takes");
});

test("a pause ends early when its caller gives up", async () => {
  const caller = new AbortController();
  const pause = webRuntime.wait(600_000, caller.signal);
  caller.abort(new Error("enough"));
  await expect(pause).rejects.toThrow("enough");
  await expect(webRuntime.wait(600_000, caller.signal)).rejects.toThrow("enough");
  await webRuntime.wait(0, new AbortController().signal);
});
