import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Dataset } from "#lib/contract/index.ts";

// A row is stored as it was read, and later releases return it: what they require, it has to have.

const root = new URL("../../", import.meta.url);

/** By dataset, the fields that a row has had from the first release that stored it. */
const stored = JSON.parse(
  await readFile(new URL("stored-fields.json", import.meta.url), "utf8"),
) as Record<string, string>;

test("rows stored by every earlier release have each field that this one requires", async () => {
  const datasets = await datasetsOfAll();
  expect(Object.keys(stored)).toEqual(datasets.map(({ id }) => id));
  for (const { id, row } of datasets) {
    const schema = z.toJSONSchema(row, { io: "input", unrepresentable: "any" });
    const advice = "a field that earlier rows lack needs a default: .nullable().default(null)";
    expect(requiredFields(schema), `${id}: ${advice}`).toEqual(stored[id]?.split(" "));
  }
});

test("a field with a default is not required, wherever it is", () => {
  const line = z.object({ nombre: z.string(), glosa: z.string().nullable().default(null) });
  const row = z.object({ id: z.string(), lineas: z.array(line), canal: z.null().default(null) });
  const schema = z.toJSONSchema(row, { io: "input" });
  expect(requiredFields(schema)).toEqual(["id", "lineas", "lineas[].nombre"]);
});

async function datasetsOfAll(): Promise<Dataset[]> {
  const files = globSync("lib/connectors/*/store.ts", { cwd: root.pathname });
  const modules = await Promise.all(
    files.map(async (file) => (await import(new URL(file, root).href)) as Record<string, unknown>),
  );
  return modules
    .flatMap((exported) => Object.values(exported))
    .filter(isDataset)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function isDataset(value: unknown): value is Dataset {
  return typeof value === "object" && value !== null && "sortKey" in value && "row" in value;
}

type Schema = z.core.JSONSchema.JSONSchema;

function requiredFields(schema: Schema, at = ""): string[] {
  const { properties = {}, required = [], items, anyOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const path = at === "" ? name : `${at}.${name}`;
    const below = typeof field === "object" ? requiredFields(field, path) : [];
    return required.includes(name) ? [path, ...below] : below;
  });
  const ofItems = typeof items === "object" && !Array.isArray(items) ? [items] : [];
  return [
    ...own,
    ...ofItems.flatMap((item) => requiredFields(item, `${at}[]`)),
    ...anyOf.flatMap((option) => requiredFields(option, at)),
  ];
}
