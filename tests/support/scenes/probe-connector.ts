import { z } from "zod";
import { Periodo } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  defineConnector,
  prefixRange,
  readTool,
  tool,
  type Connector,
  type Dataset,
} from "#lib/contract/index.ts";

export type ProbeRow = z.infer<typeof ProbeRow>;
export const ProbeRow = z.strictObject({
  id: z.string(),
  numeroCuenta: z.string(),
  fecha: z.string(),
  type: z.enum(["credit", "debit"]),
  monto: z.number(),
});

export const probeRows: Dataset<ProbeRow> = {
  id: "prueba.movimientos",
  list: "movimientos",
  row: ProbeRow,
  readAtField: "ultimaLecturaEn",
  order: "newest_first",
  key: (row) => row.id,
  sortKey: (row) => `${row.fecha}|${row.id}`,
  periodo: (row) => row.fecha.slice(0, 7),
  account: (row) => row.numeroCuenta,
};

const read = readTool({
  id: "prueba.movimientos.consultar",
  title: "Leer filas de prueba",
  description: "Filas que las pruebas guardan.",
  alcance: "movimientos",
  dataset: probeRows,
  row: ProbeRow.extend({ ultimaLecturaEn: z.iso.datetime() }),
  filters: z.strictObject({
    periodo: Periodo.optional(),
    numeroCuenta: z.string().optional(),
    type: z.enum(["credit", "debit"]).optional(),
  }),
  where: ({ periodo, numeroCuenta, type }) => ({
    ...(periodo !== undefined && prefixRange(periodo)),
    ...(numeroCuenta !== undefined && { account: numeroCuenta }),
    ...(type !== undefined && { match: { type } }),
  }),
  example: { input: {}, rows: [] },
});

/** The destructive tool's text for a dead credential. */
export const withoutCredential = "sin credencial";

export interface Probe {
  connector: Connector;
  /** How often the destructive tool's effect happened. */
  effects(): number;
  /** Holds the destructive tool inside its run until the promise resolves. */
  holdUntil(gate: Promise<void>): void;
}

/**
 * A connector for tests only, with one tool for every kind of check. `onEffect` is called for every effect, for
 * counts that must outlive a process.
 */
export function probeConnector(onEffect: () => void = () => undefined): Probe {
  let effects = 0;
  let gate: Promise<void> = Promise.resolve();
  const emit = tool({
    id: "prueba.documento.emitir",
    title: "Emitir de prueba",
    description: "Cuenta sus ejecuciones.",
    effect: "destructive",
    needsConnection: true,
    alcance: "documentos",
    servedBy: ["empresa"],
    input: z.strictObject({ texto: z.string() }),
    output: z.strictObject({ numero: z.int() }),
    errors: [],
    example: { input: { texto: "uno" }, output: { numero: 1 } },
    run: async (_ctx, { texto }) => {
      await gate;
      if (texto === withoutCredential) throw new AppError("connection_credential_required");
      effects += 1;
      onEffect();
      return { numero: effects };
    },
  });
  const verify = tool({
    id: "prueba.conexion.verificar",
    title: "Verificar de prueba",
    description: "Exige una credencial viva.",
    effect: "live",
    needsConnection: true,
    input: z.strictObject({}),
    output: z.strictObject({ valida: z.boolean() }),
    errors: ["connection_credential_required"],
    example: { input: {}, output: { valida: true } },
    run: ({ connection }) => {
      if (connection?.credencial !== "viva") throw new AppError("connection_credential_required");
      return { valida: true };
    },
  });
  const broken = tool({
    id: "prueba.contrato.romper",
    title: "Romper el contrato",
    description: "Responde otra cosa que la declarada.",
    effect: "read",
    needsConnection: false,
    input: z.strictObject({ modo: z.enum(["salida", "excepcion"]) }),
    output: z.strictObject({ numero: z.int() }),
    errors: [],
    example: { input: { modo: "salida" }, output: { numero: 1 } },
    run: (_ctx, { modo }) => {
      if (modo === "excepcion") throw new Error("a secret cause: connect_sk_nunca");
      return { numero: "uno" } as unknown as { numero: number };
    },
  });
  return {
    connector: defineConnector(
      {
        id: "prueba",
        name: "Prueba",
        kind: "bank",
        needsConnection: true,
        alcances: [
          { id: "movimientos", label: "Movimientos", currentPeriodOnly: false },
          {
            id: "documentos",
            label: "Documentos",
            currentPeriodOnly: false,
            servedBy: ["empresa"],
          },
        ],
        credentialFields: [],
      },
      [read, emit, verify, broken],
    ),
    effects: () => effects,
    holdUntil: (promise) => {
      gate = promise;
    },
  };
}
