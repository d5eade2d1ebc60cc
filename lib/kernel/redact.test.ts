import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLog } from "./log.ts";
import { redact } from "./redact.ts";

const mark = "MARCA-9f3b";

describe("by the key's name", () => {
  const secret =
    "authorization Authorization cookie set-cookie x-api-key apiKey api_key key secret clientSecret client_secret password newPassword clave claveTributaria";
  const alsoSecret =
    "contrasena contraseña pin token accessToken refresh_token previewToken credential credentials credencial private_key privateKey certificate body input output payload html";
  test.each(`${secret} ${alsoSecret}`.split(" "))("%s is redacted at every depth", (key) => {
    const given = { a: [{ [key]: mark }], [key]: { deep: [mark] } };
    expect(JSON.stringify(redact(given))).not.toContain(mark);
  });

  test.each([
    "tool_id",
    "code",
    "keyId",
    "request_id",
    "tokens_used",
    "monkey",
    "spin",
    "credencialId",
  ])("%s is kept", (key) => expect(redact({ [key]: mark })).toEqual({ [key]: mark }));
});

describe("by the look of the text", () => {
  test.each([
    [`key connect_sk_${mark.replace("-", "")}xyz end`],
    [`secret whsec_${mark}/+== end`],
    [`Authorization: Bearer ${mark}`],
    [`authorization: bearer ${mark}`],
    [`postgres://user:${mark}@host/db`],
    [`postgresql://user:${mark}@host/db`],
    [`https://service.example/connect/${mark}0123456789abcdef`],
    [`eyJhbGciOiJIUzI1NiJ9.eyJ${mark}.c2lnbmF0dXJl`],
  ])("%s", (text) => {
    const words = mark.replace("-", "");
    const clean = JSON.stringify(redact({ note: text, list: [text], error: new Error(text) }));
    expect(clean).not.toContain(mark);
    expect(clean).not.toContain(words);
    expect(clean).toContain("[redacted");
  });
});

describe("of an error", () => {
  const failedQuery = (params: string): Error =>
    new Error(`Failed query: insert into t values ($1, $2)\nparams: ${params}`);

  test("the values of a failed query are removed, the statement and the stack stay", () => {
    const error = failedQuery(`a,${mark}`);
    const clean = JSON.stringify(redact({ error }));
    expect(clean).not.toContain(mark);
    expect(clean).toContain("insert into t values ($1, $2)");
    expect(clean).toContain("redact.test.ts");
  });

  test("a value that looks like a stack does not end the redaction", () => {
    const clean = JSON.stringify(redact({ error: failedQuery(`a\n    at ${mark} (x.ts:1:1)`) }));
    expect(clean).not.toContain(mark);
  });

  test("its causes are redacted like the error itself, and its other fields are not printed", () => {
    const cause = Object.assign(failedQuery(mark), { code: "23505", detail: `(${mark})` });
    const clean = JSON.stringify(redact({ error: new Error("outer", { cause }) }));
    expect(clean).not.toContain(mark);
    expect(clean).toContain("23505");
  });
});

describe("for any input", () => {
  test("a text without secrets is unchanged", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/bearer|connect|whsec|eyJ|params/i.test(text));
        expect(redact({ note: text })).toEqual({ note: text });
      }),
    );
  });

  test("depth, cycles and bytes end in a mark and not in an exception", () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    expect(JSON.stringify(redact(cyclic))).toContain("[deep]");
    expect(redact({ bytes: Buffer.from(mark) })).toEqual({ bytes: "[bytes]" });
    expect(redact({ at: new Date(0), none: null, n: 1n })).toMatchObject({ none: null });
  });

  test("a log line is one line of JSON, whatever its fields", () => {
    const lines: string[] = [];
    const log = createLog({
      level: "info",
      write: (line) => lines.push(line),
      now: () => new Date(0),
    });
    const hostile = fc.oneof(fc.anything({ withDate: true, withBigInt: true, withMap: true }));
    fc.assert(
      fc.property(hostile, (field) => {
        lines.length = 0;
        log.info("event\n", { field });
        log.debug("not written", { field });
        expect(lines).toHaveLength(1);
        expect(lines[0]).not.toContain("\n");
        expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", event: "event\n" });
      }),
      { numRuns: 500 },
    );
  });
});

describe("for a text of any length", () => {
  const limitMs = 250;
  test.each([
    ["halves of tokens", "eyJ-".repeat(20_000)],
    ["addresses without an end", "postgres://a:".repeat(20_000)],
    ["values", "\nparams: ".repeat(20_000)],
    ["keys", "Bearer ".repeat(20_000)],
  ])("%s are redacted in no time", (_, text) => {
    const startedAt = performance.now();
    const shown = String(redact(text));
    expect(performance.now() - startedAt).toBeLessThan(limitMs);
    expect(shown.length).toBeLessThan(12_000);
  });

  test("it is cut between two words, and no half of a secret is left", () => {
    const text = `${"palabra ".repeat(1_023)}postgres://u:${mark}-${"x".repeat(99)}@db/x`;
    const shown = String(redact(text));
    expect(shown.endsWith("palabra [cut]")).toBe(true);
    expect(redact("x".repeat(9_000))).toBe(" [cut]");
    expect(redact(`select 1\nparams: ${mark}\nparams: 2`)).toBe("select 1\nparams: [redacted]");
  });
});
