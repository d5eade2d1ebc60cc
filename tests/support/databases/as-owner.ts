import { Client } from "pg";
import type { LoginRole } from "#lib/db/rights.ts";

/** One statement, on its own connection. */
export async function asOwner(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** One for every role of the service. */
export function onePassword(password: string): Record<LoginRole, string> {
  return {
    connect_app: password,
    connect_worker: password,
    connect_keeper: password,
    connect_auth: password,
  };
}
