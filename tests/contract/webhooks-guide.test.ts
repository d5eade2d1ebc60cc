import { expect, test } from "vitest";
import { webhookOperations } from "#functions/api/webhooks/operations.ts";
import { usualToleranceSeconds } from "#lib/client/verify-webhook.ts";
import { keptDays } from "#lib/contract/index.ts";
import { guides, type Guide } from "#lib/guides/index.ts";
import { counted, spoken } from "#lib/kernel/spoken.ts";
import { jsonSchemaOf } from "#lib/tools/documents/index.ts";
import { judgeStatus } from "#lib/webhooks/drain/index.ts";
import {
  bothSecretsMs,
  drainLimits,
  eventTypes,
  failuresToDisable,
  maxDeliveryAttempts,
  NewEndpoint,
  sentTypes,
  testPauseMs,
  waitsMs,
} from "#lib/webhooks/index.ts";

const guide = guides.find(({ id }) => id === "webhooks") as Guide;

function firstColumn(caption: string): string[] {
  const table = guide.blocks.find((block) => block.kind === "table" && block.caption === caption);
  if (table?.kind !== "table") throw new TypeError(`no table ${caption}`);
  return table.rows.map(([first = ""]) => first);
}

test("the guide names exactly the event types, and for a subscription those available", () => {
  expect(eventTypes.length).toBeGreaterThanOrEqual(8);
  expect(firstColumn("Event types")).toEqual(eventTypes.map((type) => `\`${type}\``));
  const described = JSON.stringify(jsonSchemaOf(NewEndpoint, "input"));
  for (const type of sentTypes) expect(described).toContain(type);
  expect(described).toContain("sync.partial is accepted too, and never sent");
});

test("the guide judges every status of a receiver like a drain", () => {
  const verdicts = ["delivered", "retry", "refused"];
  const rows = firstColumn("Answers of a receiver");
  expect(rows).toHaveLength(verdicts.length);
  for (let status = 200; status <= 599; status += 1) {
    const exact = rows.findIndex((answers) => answers.includes(String(status)));
    const family = rows.findIndex((answers) => answers.includes(`${String(status)[0]}xx`));
    expect([status, verdicts[exact < 0 ? family : exact]]).toEqual([status, judgeStatus(status)]);
  }
});

test("guide and operations have only figures that the service keeps to", () => {
  const kept = [
    ...waitsMs.map(spoken),
    spoken(drainLimits.attemptMs),
    spoken(testPauseMs),
    counted(bothSecretsMs / 3_600_000, "hour"),
    counted(usualToleranceSeconds, "second"),
    counted(keptDays, "day"),
    counted(failuresToDisable, "delivery", "deliveries"),
    counted(maxDeliveryAttempts, "attempt"),
    `${maxDeliveryAttempts} at most`,
  ];
  const operations = webhookOperations.map(({ description, success: { content } }) => [
    description,
    content.kind === "text" ? null : jsonSchemaOf(content.schema, "output"),
  ]);
  const prose = guide.markdown.replaceAll(/^```[^]*?^```/gm, "");
  const figure = /\b\d[\d.,]* (?:at most|(?:day|hour|minute|second|attempt|deliver)\w*)/g;
  const told: string[] = `${prose}${JSON.stringify(operations)}`.match(figure) ?? [];
  expect(told.length).toBeGreaterThanOrEqual(13);
  expect(told.filter((words) => !kept.includes(words))).toEqual([]);
  expect(kept.filter((words) => !told.includes(words))).toEqual([]);
});
