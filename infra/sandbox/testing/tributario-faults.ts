import { expect } from "vitest";
import type { TestSandbox } from "./sandbox.ts";
import type { Shown } from "./visitor.ts";

/** Faults of documents on paper and of their lists, provoked in a separate file. */
export const paperFaults = [
  "summary_differs",
  "pdf_late",
  "pdf_other",
  "pdf_html",
  "pdf_encrypted",
  "pdf_empty",
  "pdf_large",
  "revoke_unconfirmed",
] as const;

export async function provoke(
  sandbox: TestSandbox,
  kind: string,
  more: { times?: number; delayMs?: number } = {},
): Promise<void> {
  const { status } = await sandbox.control("POST", "/portals/tributario/faults", { kind, ...more });
  expect(status).toBe(200);
}

export async function isCut(answer: Promise<Shown>): Promise<void> {
  await expect(answer).rejects.toThrow("fetch failed");
}
