import { expect, test } from "vitest";
import { readableLog } from "#tests/support/log.ts";
import { handleMessages } from "./handle-messages.ts";

const requestId = `req_${"0".repeat(26)}`;
const message = (messageId: string, body: unknown, stringValue?: string) => ({
  messageId,
  body: JSON.stringify(body),
  ...(stringValue !== undefined && { messageAttributes: { requestId: { stringValue } } }),
});

test("only the message that failed returns, and its log line names the request", async () => {
  const { log, lines } = readableLog();
  const done: unknown[] = [];
  const Records = [
    message("a", 1, requestId),
    {
      messageId: "b",
      body: "not json",
      messageAttributes: { requestId: { stringValue: requestId } },
    },
    message("c", "fails", "req_<made up>"),
    message("d", 2),
  ];
  const answer = await handleMessages({ log, worker: "sync" }, { Records }, async (body) => {
    if (body === "fails") throw new Error("no");
    done.push(body);
  });
  expect(answer).toEqual({
    batchItemFailures: [{ itemIdentifier: "b" }, { itemIdentifier: "c" }],
  });
  expect(done).toEqual([1, 2]);
  const failures = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === "worker.message_failed")
    .map((line) => [line["message"], line["request_id"]]);
  expect(failures).toEqual([
    ["b", requestId],
    ["c", undefined],
  ]);
});
