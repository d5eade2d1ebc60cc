import * as z from "zod";
import { errorCodes, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { refusalWords } from "../driver/driver.ts";

/** Every state of a job, in the API and in the database. */
export const jobStatuses = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The states of a job that has not ended. */
export const openStatuses = ["queued", "running"] as const satisfies readonly JobStatus[];

export function isOpenStatus(status: JobStatus): status is (typeof openStatuses)[number] {
  return status === "queued" || status === "running";
}

/** What started a job. */
export const jobTriggers = ["manual", "scheduled", "link"] as const;
export type JobTrigger = (typeof jobTriggers)[number];

/** How one data module of a job ended. */
export const SyncOutcome = z.strictObject({
  alcance: z.string().describe("El módulo que se leyó"),
  status: z
    .enum(["ok", "partial", "failed"])
    .describe("partial: se guardó lo leído y faltan filas; failed: no se guardó nada"),
  records_synced: z.int().describe("Filas leídas y guardadas, también las que ya estaban"),
  error: z.enum(errorCodes).optional().describe("Solo con failed: por qué no se leyó"),
  incompletos: z
    .int()
    .optional()
    .describe("Filas que el portal mostró y no se pudieron leer; ausente si ninguna"),
  completo: z
    .boolean()
    .nullable()
    .optional()
    .describe("false: al periodo le faltan filas; ausente si el portal no lo dice"),
});
export type SyncOutcome = z.infer<typeof SyncOutcome>;

/** For a module that a worker began to read: how long it took, and what kept it from being read. */
export interface ModuleProgress {
  startedAt: string;
  /** Null while it is being read. */
  endedAt: string | null;
  error: ErrorCode | null;
  /** It was stored without its proof, so a retry reads it again. */
  lacksCounterpart?: true;
}

/** A module that was requested and is not part of the job. */
export const OmittedAlcance = z.strictObject({
  alcance: z.string().describe("El módulo que este trabajo no lee"),
  motivo: z
    .string()
    .describe(
      "solo_periodo_actual: no se trae de meses pasados; solo_acceso_…: pide otro tipo de ingreso",
    ),
});
export type OmittedAlcance = z.infer<typeof OmittedAlcance>;

export const SyncAnswer = z.strictObject({
  jobId: z.string().describe("El trabajo, para seguirlo con GET /v1/syncs/{id}"),
  status: z
    .enum(jobStatuses)
    .describe("queued y running: aún no termina; succeeded: se leyó al menos un módulo"),
  periodo: z.string().describe("Mes que se trae, AAAA-MM"),
  alcances: z.array(z.string()).describe("Módulos que el trabajo lee; sin los omitidos"),
  omitidos: z
    .array(OmittedAlcance)
    .describe("Módulos habilitados o pedidos que no se leen, y por qué"),
  outcomes: z
    .array(SyncOutcome)
    .describe("Cómo terminó cada módulo; hasta el fin, solo los ya leídos"),
});
export type SyncAnswer = z.infer<typeof SyncAnswer>;

export const VerifyAnswer = z.strictObject({
  valida: z.boolean().describe("false: el portal no dejó entrar a la empresa; no la reintentes"),
  motivo: z
    .enum(Object.values(refusalWords))
    .nullable()
    .describe("Por qué no sirve; null si es válida"),
  verificadaEn: z.iso.datetime().describe("Cuándo se probó en el portal"),
});
export type VerifyAnswer = z.infer<typeof VerifyAnswer>;
