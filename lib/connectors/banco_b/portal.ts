import * as z from "zod";

/**
 * What the portal's API returns, in its own words and mostly as text: nothing is parsed yet. A
 * field that is missing or has another type is another shape; a new field is ignored.
 */
export const Envelope = z.object({
  codigo: z.string(),
  /** Whose data it is, padded with zeros: on every answer within a company. */
  rutEmpresa: z.string().optional(),
  datos: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;

export const codes = {
  ok: "00",
  rejected: "21",
  blocked: "22",
  busy: "23",
  sessionEnded: "98",
} as const;

export const Entered = z.object({
  portal: z.string(),
  empresas: z.array(z.object({ idEmpresa: z.string(), rut: z.string(), razonSocial: z.string() })),
});

export const Chosen = z.object({ empresa: z.object({ rut: z.string(), razonSocial: z.string() }) });

export const Token = z.object({ token: z.string() });

export const Accounts = z.object({
  cuentas: z.array(z.object({ numero: z.string(), tipo: z.string(), moneda: z.string() })),
});
export type RawAccount = z.infer<typeof Accounts>["cuentas"][number];

export const Balances = z.object({
  saldos: z.array(
    z.object({
      cuenta: z.string(),
      moneda: z.string(),
      saldoContable: z.string(),
      saldoDisponible: z.string(),
      saldoProvisorio: z.string(),
    }),
  ),
});
export type RawBalance = z.infer<typeof Balances>["saldos"][number];

/** The current month's statement, which reaches back into the last days of the month before. */
export const CurrentStatement = z.object({
  cuenta: z.string(),
  moneda: z.string(),
  desde: z.string(),
  pagina: z.number(),
  hayMas: z.boolean(),
  movimientos: z.array(
    z.object({
      fecMov: z.string(),
      secuencia: z.int(),
      glosa: z.string(),
      nroDoc: z.string().nullable(),
      cargo: z.number(),
      abono: z.number(),
      saldo: z.number(),
    }),
  ),
});
export type CurrentStatement = z.infer<typeof CurrentStatement>;

/** The statement of a past month. */
export const PastStatement = z.object({
  numeroCuenta: z.string(),
  codMoneda: z.string(),
  periodo: z.string(),
  totalRegistros: z.int(),
  paginaActual: z.int(),
  totalPaginas: z.int(),
  detalle: z.array(
    z.object({
      ord: z.string(),
      fecha: z.string(),
      descripcion: z.string(),
      numeroDocumento: z.string(),
      naturaleza: z.string(),
      monto: z.string(),
    }),
  ),
});
export type PastStatement = z.infer<typeof PastStatement>;

const transferPage = { totalRegistros: z.int(), pagina: z.int(), hayMas: z.boolean() };

export const Sent = z.object({
  ...transferPage,
  enviadas: z.array(
    z.object({
      numTransaccion: z.string(),
      fechaHora: z.string(),
      ctaOrigen: z.string(),
      rutDestino: z.string(),
      nombreDestino: z.string(),
      bancoDestino: z.string(),
      ctaDestino: z.string(),
      monto: z.string(),
      comentario: z.string().nullable(),
      estado: z.string(),
    }),
  ),
});
export type RawSent = z.infer<typeof Sent>["enviadas"][number];

export const Received = z.object({
  ...transferPage,
  recibidas: z.array(
    z.object({
      nroOperacion: z.string(),
      fecha: z.string(),
      hora: z.string(),
      cuentaAbono: z.string(),
      rutOrigen: z.string(),
      nombreOrigen: z.string(),
      bancoOrigen: z.string(),
      cuentaOrigen: z.string(),
      montoAbonado: z.string(),
      asunto: z.string(),
    }),
  ),
});
export type RawReceived = z.infer<typeof Received>["recibidas"][number];

export const Payrolls = z.object({
  nominas: z.array(
    z.object({
      idNomina: z.string(),
      nombre: z.string().nullable(),
      tipo: z.string(),
      fecCreacion: z.string(),
      fecPago: z.string().nullable(),
      cantRegistros: z.int(),
      montoTotal: z.string(),
      estado: z.string(),
    }),
  ),
});
export type RawPayroll = z.infer<typeof Payrolls>["nominas"][number];

export const PayrollLines = z.object({
  idNomina: z.string(),
  pagina: z.int(),
  totalPaginas: z.int(),
  totalRegistros: z.int(),
  pagos: z.array(
    z.object({
      numLinea: z.int(),
      rutBenef: z.string(),
      nomBenef: z.string(),
      bancoBenef: z.string(),
      ctaBenef: z.string(),
      tipoCta: z.string(),
      medioPago: z.string(),
      monto: z.string(),
      estado: z.string(),
      motivoRechazo: z.string(),
    }),
  ),
});
export type RawPayrollLine = z.infer<typeof PayrollLines>["pagos"][number];
