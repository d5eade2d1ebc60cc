import { oauthProvider } from "@better-auth/oauth-provider";
import type { BetterAuthPlugin } from "better-auth";
import { getAuthTables } from "better-auth/db";
import { jwt } from "better-auth/plugins/jwt";
import { getTableColumns, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as defined from "./auth.sql.ts";

const pages = { loginPage: "/login", consentPage: "/consent" };
const provider = oauthProvider(pages) as unknown as BetterAuthPlugin;
const models = getAuthTables({ plugins: [jwt(), provider] });

/** Columns of ours, which the library does not know. */
const own = ["oauthClient.freshUntil"];

test("each model of the library has a table with its fields, and no field that it requires is optional", () => {
  const tables = new Map(Object.entries(defined));
  expect(Object.keys(models).toSorted()).toEqual([...tables.keys()].toSorted());
  for (const [name, { fields }] of Object.entries(models)) {
    const table = tables.get(name);
    if (!is(table, PgTable)) throw new Error(`${name} is no table`);
    const columns: Record<string, { notNull: boolean }> = getTableColumns(table);
    const ours = Object.keys(columns).filter((column) => !own.includes(`${name}.${column}`));
    expect(ours.toSorted(), name).toEqual(["id", ...Object.keys(fields)].toSorted());
    for (const [field, { required }] of Object.entries(fields)) {
      // A field that it may omit must not be required.
      if (required === false) expect(columns[field]?.notNull, `${name}.${field}`).toBe(false);
    }
  }
});
