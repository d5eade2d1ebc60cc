import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { readableLog } from "#tests/support/log.ts";
import { indicators } from "#lib/connectors/indicadores/catalogue.ts";
import { createCursors } from "#lib/kernel/cursor.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { IndicatorReader } from "#lib/contract/index.ts";
import { createIndicatorProvider } from "../provider.ts";
import { createIndicatorReader, type IndicatorReaderContext } from "../reader.ts";
import { startProvider, type ProviderServer } from "./provider-server.ts";

export interface ReaderBench {
  database: TestDatabase;
  provider: ProviderServer;
  ctx: IndicatorReaderContext;
  reader: IndicatorReader;
  now: Date;
  /** The same stores, read by a process that remembers nothing. */
  restart(): void;
  store(codigo: string, values: Record<string, number>): Promise<void>;
  close: () => Promise<void>;
}

/** A reader over a real database and a real HTTP provider, with a clock that the test sets. */
export async function openReaderBench(now: string): Promise<ReaderBench> {
  const database = await testDatabase();
  const server = await startProvider();
  const ctx: IndicatorReaderContext = {
    db: database.db,
    clock: { now: () => bench.now },
    log: readableLog().log,
    provider: createIndicatorProvider({ baseUrl: server.url }),
    cursors: createCursors(
      new ServiceSecret({ SERVICE_SECRET: Buffer.alloc(32, 7).toString("base64") }),
    ),
    series: indicators,
  };
  const bench: ReaderBench = {
    database,
    provider: server,
    ctx,
    reader: createIndicatorReader(ctx),
    now: new Date(now),
    restart: () => {
      bench.reader = createIndicatorReader(ctx);
    },
    store: async (codigo, values) => {
      for (const [fecha, valor] of Object.entries(values)) {
        await database.owner("insert into indicator_values values ($1, $2, $3, $4)", [
          codigo,
          fecha,
          valor,
          bench.now,
        ]);
      }
    },
    close: async () => {
      await server.close();
      await database.close();
    },
  };
  return bench;
}

/** The same value for every day from one to another. */
export function everyDay(from: string, to: string, valor: number): Record<string, number> {
  const days: Record<string, number> = {};
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += 86_400_000) {
    days[new Date(ms).toISOString().slice(0, 10)] = valor;
  }
  return days;
}
