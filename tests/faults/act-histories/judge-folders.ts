import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ActHistory } from "./act-history.ts";

type Row = Record<string, unknown>;

/** How many requests ended in each state; then closes all that can be closed, and checks that none is open. */
export async function judgeFolders(history: ActHistory): Promise<string[]> {
  const rows = await history.rows("tax_folder_requests");
  const { folders } = history.lane;
  const sent = folders.sends.map(({ partes }) => partes?.aniosRenta);
  expect(new Set(sent).size, "a folder that was ordered twice").toBe(sent.length);
  const crossed = rows.filter((row) => row["barrier_at"] !== null).length;
  expect(sent.length, "ordered without its operation").toBeLessThanOrEqual(crossed);
  for (const row of rows) judgeFolder(history, row);
  await closeAll(history, rows);
  return rows.map(({ state }) => String(state));
}

function judgeFolder({ lane: { folders } }: ActHistory, row: Row): void {
  const years = (row["parts"] as { aniosRenta: number }).aniosRenta;
  const own = folders.made.filter(({ order }) => order.partes?.aniosRenta === years);
  switch (row["state"]) {
    case "lista":
    case "entregada":
    case "vencida":
      expect(
        own.map(({ codigo }) => codigo),
        "the code of its folder",
      ).toEqual([row["code"]]);
      break;
    case "cerrada":
      expect(own, "a folder that is said to be closed").toMatchObject([
        { codigo: row["code"], revocada: true },
      ]);
      break;
    case "rechazada":
      expect(own, "a folder that is said not to be").toEqual([]);
      break;
    case "inconclusa":
      expect(own, "a listed folder that nobody found").toEqual([]);
      break;
    default:
      expect.unreachable(`left ${String(row["state"])}`);
  }
}

/** None is left open: each belongs to a request, which can revoke it. */
async function closeAll(history: ActHistory, rows: readonly Row[]): Promise<void> {
  const open = ["lista", "entregada", "vencida"];
  for (const { id, state } of rows) {
    if (!open.includes(String(state))) continue;
    const wish = { tool: "carpeta.cerrar", input: { solicitudId: id }, key: randomUUID() };
    expect((await history.told(wish)).data).toEqual({ estado: "cerrada" });
  }
  for (const folder of history.lane.folders.made) {
    expect(folder, "a folder that is left open").toMatchObject({ revocada: true });
  }
}
