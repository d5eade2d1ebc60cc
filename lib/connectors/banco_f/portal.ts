import * as z from "zod";

/** The portal's JSON, in its own words: names and types are checked, values are not parsed yet. */

export const codes = {
  ok: "OK",
  ended: "SESION_FINALIZADA",
  variant: "CANAL_NO_HABILITADO",
} as const;

export const Envelope = z.looseObject({ codigo: z.string() });
export type Envelope = z.infer<typeof Envelope>;

/** The company an answer says its data is about. */
export const Owned = z.looseObject({
  titular: z.looseObject({ rut: z.string(), nombre: z.string() }),
});

const RawCompany = z.looseObject({ id: z.string(), rut: z.string(), razonSocial: z.string() });
export const Companies = z.looseObject({ empresas: z.array(RawCompany) });

export const RawAccount = z.looseObject({
  numero: z.string(),
  tipo: z.string(),
  currency: z.string(),
});
export const Accounts = z.looseObject({ cuentas: z.array(z.unknown()) });

export const RawBalance = z.looseObject({
  cuenta: z.string(),
  currency: z.string(),
  contable: z.string(),
  disponible: z.string(),
});
export const Balances = z.looseObject({ fecha: z.string(), saldos: z.array(z.unknown()) });

/** `orden` counts the rows of one reading, across all its pages. */
export const Numbered = z.looseObject({ orden: z.int() });

export const RawMovement = z.looseObject({
  fechaMovimiento: z.string(),
  glosa: z.string(),
  detalle: z.string().nullable(),
  transferencia: z
    .looseObject({ rut: z.string(), nombre: z.string(), banco: z.string(), cuenta: z.string() })
    .nullable(),
  numeroDocumento: z.string(),
  monto: z.string(),
  saldo: z.string().nullable(),
});
export type RawMovement = z.infer<typeof RawMovement>;

export const MovementsPage = z.looseObject({
  cuenta: z.string(),
  currency: z.string(),
  estado: z.enum(["CON_MOVIMIENTOS", "SIN_MOVIMIENTOS"]),
  movimientos: z.array(z.unknown()),
  continuacion: z.string().min(1).nullable(),
});
export type MovementsPage = z.infer<typeof MovementsPage>;
