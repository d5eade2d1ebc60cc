import { expect, test } from "vitest";
import { fetchExport } from "./fetch-export.ts";

test("a file that is never ready is given up in time, without a fetch", async () => {
  const asked: string[] = [];
  const answers: Record<string, string> = {
    "nominas.exportar": "trabajo",
    "trabajo.avance": "avance",
  };
  const ask = async (name: string) => {
    asked.push(name);
    return [{ tag: answers[name] ?? "", text: "1", children: [] }];
  };
  const session = { signal: AbortSignal.timeout(60_000) };
  const fetching = fetchExport({ session, ask, terms: { limitMs: 20, everyMs: 5 } }, "8841");
  await expect(fetching).rejects.toMatchObject({ code: "upstream_error" });
  expect(asked).not.toContain("trabajo.archivo");
  expect(asked.length).toBeGreaterThan(2);
});
