import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { answerableCodes } from "#lib/tools/answerable-codes.ts";
import { errorEnvelope } from "#lib/tools/call/index.ts";
import {
  AppError,
  asAppError,
  errorCatalogue,
  errorCodes,
  errorEntry,
  isErrorCode,
  type ErrorCode,
} from "#lib/kernel/errors/index.ts";

interface SpecifiedCode {
  code: string;
  status: number;
  retry: boolean;
}

let gateway: SpecifiedCode[];
let webhooks: Pick<SpecifiedCode, "code" | "status">[];
beforeAll(async () => {
  gateway = codesOfTables(await specification("tool-gateway.md"));
  webhooks = codesOfSentence(await specification("webhooks.md"));
});

function specification(name: string): Promise<string> {
  return readFile(new URL(`../../../shared/spec/${name}`, import.meta.url), "utf8");
}

/** The rows of every table with the heading `code | HTTP | retry`. */
function codesOfTables(markdown: string): SpecifiedCode[] {
  const rows: SpecifiedCode[] = [];
  let inTable = false;
  for (const line of markdown.split("\n")) {
    const cells = line.split("|").map((cell) => cell.trim());
    if (!line.startsWith("|")) inTable = false;
    else if (cells[1] === "code" && cells[2] === "HTTP" && cells[3] === "retry") inTable = true;
    else if (inTable && !line.startsWith("|-")) {
      const [, code = "", status, retry = ""] = cells;
      expect(["yes", "no"], line).toContain(retry);
      rows.push({ code, status: Number(status), retry: retry === "yes" });
    }
  }
  return rows;
}

/** The webhook document names its codes in one sentence: `code` (status), … */
function codesOfSentence(markdown: string): Pick<SpecifiedCode, "code" | "status">[] {
  const sentence = /^Webhook errors: (.*?);/m.exec(markdown)?.[1] ?? "";
  return [...sentence.matchAll(/`([a-z_]+)` \((\d{3})\)/g)].map(([, code = "", status]) => ({
    code,
    status: Number(status),
  }));
}

test("the specification names 79 codes in its tables and 5 in its webhook sentence", () => {
  expect(gateway).toHaveLength(79);
  expect(new Set(gateway.map(({ code }) => code)).size).toBe(79);
  expect(webhooks).toHaveLength(5);
});

test("the catalogue holds every code of the tables and no other", () => {
  expect(errorCodes.toSorted()).toEqual(gateway.map(({ code }) => code).toSorted());
});

test("every code has its table's status and retry", () => {
  const ours = gateway.map(({ code }) => {
    const { status, retry } = errorEntry(code as ErrorCode);
    return { code, status, retry };
  });
  expect(ours).toEqual(gateway);
});

test("every code of the webhook document has its status", () => {
  const ours = webhooks.map(({ code }) => ({ code, status: errorEntry(code as ErrorCode).status }));
  expect(ours).toEqual(webhooks);
});

test("no part of the catalogue hides a code of another part", async () => {
  const files = ["access", "connections", "fee-receipts-and-folders", "platform", "request"];
  const parts = await Promise.all(
    [...files, "tributario"].map(
      (name) => import(`../../lib/kernel/errors/${name}.ts`) as Promise<object>,
    ),
  );
  const codes = parts.flatMap((part) =>
    Object.values(part).flatMap((group) => Object.keys(group as object)),
  );
  expect(codes).toHaveLength(errorCodes.length);
});

describe.each(errorCodes)("%s", (code) => {
  const entry = errorEntry(code);

  test("says what happened and what to do, in its own words", () => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(entry.message).toMatch(/^\p{Lu}.{10,}\.$/u);
    expect(entry.fix).toMatch(/^\p{Lu}.{10,}\.$/u);
    expect(entry.message).not.toBe(entry.fix);
    expect(["client", "upstream", "platform", "config"]).toContain(entry.owner);
    expect(entry.details).not.toBe("");
  });

  test("becomes an envelope of its own texts only, whatever caused it", () => {
    const error = new AppError(code, { cause: new Error("select secret from a.table") });
    const meta = {
      request_id: "req_x",
      plane: "action",
      latency_ms: 1,
      audit_status: "recorded",
    } as const;
    expect(asAppError(error)).toBe(error);
    expect(errorEnvelope(error, meta)).toEqual({
      error: {
        code,
        message: entry.message,
        suggested_fix: entry.fix,
        request_id: "req_x",
        details: null,
      },
      meta,
    });
  });
});

test("a fix that refers to details refers to a documented field", () => {
  const pointers = errorCodes.flatMap((code) =>
    [...errorEntry(code).fix.matchAll(/details\.([a-zA-Z]+)/g)].map(([, field = ""]) => ({
      field,
      documented: errorEntry(code).details ?? "",
    })),
  );
  expect(pointers.length).toBeGreaterThanOrEqual(10);
  for (const { field, documented } of pointers) expect(documented).toContain(`\`${field}`);
});

test("a fix that names a tool of one system names one for each system that returns its code", () => {
  const tools = connectors.flatMap((connector) => connector.tools);
  const connected = new Set(
    tools.flatMap((tool) => (tool.needsConnection ? [tool.connector] : [])),
  );
  const unnamed = errorCodes.flatMap((code) => {
    const words: string[] = errorEntry(code).fix.match(/\b[a-z_]+\b/g) ?? [];
    if (!words.some((word) => connected.has(word))) return [];
    const answering = tools.filter((tool) => answerableCodes(tool).includes(code));
    return [...new Set(answering.map(({ connector }) => connector))]
      .filter((connector) => !words.includes(connector))
      .map((connector) => `${code}: ${connector}`);
  });
  expect(unnamed).toEqual([]);
});

test("a fix names no tool that does not exist", () => {
  const existing = connectors.flatMap(({ tools }) => tools.map(({ id }) => id));
  const named = errorCodes.flatMap((code) => [
    ...errorEntry(code).fix.matchAll(/\b(?!details\.)[a-z_]+(?:\.[a-z_]+){2}\b/g),
  ]);
  expect(named.length).toBeGreaterThanOrEqual(8);
  expect(named.map(([id]) => id).filter((id) => !existing.includes(id))).toEqual([]);
});

test("no two codes share a message", () => {
  const messages = Object.values(errorCatalogue).map(({ message }) => message);
  expect(new Set(messages).size).toBe(messages.length);
});

test("an error without a code becomes internal_error and keeps its cause out of the message", () => {
  const cause = new Error("a secret cause");
  expect(asAppError(cause)).toMatchObject({ code: "internal_error", message: "internal_error" });
  expect(asAppError(cause).cause).toBe(cause);
  expect(asAppError("thrown text").code).toBe("internal_error");
});

test.each(["constructor", "__proto__", "toString", "VALIDATION_ERROR", "", "validation_error "])(
  "%j is not a code",
  (text) => expect(isErrorCode(text)).toBe(false),
);
