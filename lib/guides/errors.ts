import { accessErrors, limitErrors } from "#lib/kernel/errors/access.ts";
import { connectionErrors } from "#lib/kernel/errors/connections.ts";
import type { ErrorEntry } from "#lib/kernel/errors/entry.ts";
import { collectionErrors, honorariosErrors } from "#lib/kernel/errors/fee-receipts-and-folders.ts";
import { issueCodes } from "#lib/kernel/errors/index.ts";
import { internalErrors, upstreamErrors, webhookErrors } from "#lib/kernel/errors/platform.ts";
import { requestErrors } from "#lib/kernel/errors/request.ts";
import { tributarioErrors } from "#lib/kernel/errors/tributario.ts";
import type { Block } from "./block.ts";
import { code, guide, heading, list, subheading, table, text } from "./guide.ts";

const groups: readonly [title: string, entries: Record<string, ErrorEntry>][] = [
  ["The request", requestErrors],
  ["Credential and permissions", accessErrors],
  ["Connections and syncs", connectionErrors],
  ["Limits and plan", limitErrors],
  ["The external system", upstreamErrors],
  ["Webhooks", webhookErrors],
  ["The service itself", internalErrors],
  ["Issuing and annulling documents", tributarioErrors],
  ["Fee receipts", honorariosErrors],
  ["Tax folders", collectionErrors],
];

export const errors = guide({
  id: "errors",
  title: "Errors",
  summary: "Every code that a call can answer: what caused it, what to do, and whether to repeat.",
  blocks: [
    text(
      "A refused call answers `{ error, meta }` with the HTTP status of its code. Branch on `code`; the texts next to it are for people and may be reworded.",
    ),
    code(
      "json",
      "A refusal",
      `
{
  "error": {
    "code": "validation_error",
    "message": "The input, or what goes with it, does not fit what this operation takes.",
    "suggested_fix": "Correct each field named in details.issues and send the call again.",
    "request_id": "req_01k2ap5bx0q8zt3v6wdn9ym4hc",
    "details": {
      "issues": [{ "path": ["periodo"], "code": "wrong_format", "message": "…" }]
    }
  },
  "meta": { "request_id": "req_01k2ap5bx0q8zt3v6wdn9ym4hc", "plane": "action" }
}`,
    ),
    heading("How to handle one"),
    list(
      "**Carry out the fix.** `suggested_fix` is an instruction. Where it is a call, `details.fix` holds it ready to send: `tool_id`, `input` and, where they are needed, `connection_id` and the `idempotency_key` of the call that is repeated.",
      "**Repeat only what is retryable**, after the seconds of the header `Retry-After`. Anything else fails again until something changes.",
      "**Never repeat a call that emits or sends under another key.** The same `Idempotency-Key` is safe; a new one is a second operation.",
      "**Keep the request id.** It names the call in the audit log, and it is all that support needs.",
    ),
    code(
      "ts",
      "The same with the client library",
      `
import { isConnectError } from "connect-client";

try {
  await connect.tools.banco_a.saldos.consultar({}, { connection });
} catch (error) {
  if (!isConnectError(error)) throw error;
  if (error.code === "validation_error") console.error(error.details.issues);
  if (error.code === "scope_not_granted") console.error(error.details.required);
  console.error(error.code, error.suggestedFix, error.requestId);
}`,
    ),
    code(
      "ts",
      "Send the call that fixes it",
      `
import type { Connect, FixCall } from "connect-client";

export async function sendFix(connect: Connect, fix: FixCall) {
  return connect.call(fix.toolId, fix.input, {
    ...(fix.connection !== null && { connection: fix.connection }),
    ...(fix.idempotencyKey !== null && { idempotencyKey: fix.idempotencyKey }),
  });
}`,
    ),
    heading("What is wrong with a field"),
    text(
      "`details.issues` names each field that did not pass, at most 50, by its `path`. Its `code` is one of these words and no other; `message` shows the form that is expected.",
    ),
    table(
      "Words of an issue",
      ["`code`", "What it means"],
      ...Object.entries(issueCodes).map(([word, meaning]): [string, string] => [
        `\`${word}\``,
        `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
      ]),
    ),
    ...groups.flatMap(([title, entries]) => [
      heading(title),
      text(
        Object.keys(entries)
          .map((name) => `[${name}](#${name})`)
          .join(" · "),
      ),
      ...Object.entries(entries).flatMap(([name, entry]) => sectionOf(name, entry)),
    ]),
  ],
});

function sectionOf(name: string, entry: ErrorEntry): Block[] {
  const repeat = entry.retry
    ? "the same call can succeed later: wait for `Retry-After` and send it again."
    : "no. The same call fails again until something changes.";
  return [
    subheading(name, name),
    list(
      `**Status:** ${entry.status}`,
      `**Cause:** ${entry.message}`,
      `**Fix:** ${entry.fix}`,
      `**Repeat:** ${repeat}`,
      ...(entry.details === undefined ? [] : [`**Details:** ${entry.details}`]),
    ),
  ];
}
