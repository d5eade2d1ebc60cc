import * as z from "zod";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { SolicitudId } from "../fee-receipts/index.ts";

/** Which receipt, by either of its two identifiers. */
export function anulacionPedida<Shape extends z.core.$ZodLooseShape>(more: Shape) {
  const shape = {
    solicitudId: SolicitudId.optional(),
    folio: z
      .int()
      .min(1)
      .max(9_999_999_999)
      .optional()
      .describe("El folio de una boleta emitida, ya sincronizada y vigente"),
    causa: z
      .literal([1, 2, 3])
      .describe("1 no se pagó, 2 no se prestó el servicio, 3 error al escribirla"),
    ...more,
  };
  return z.strictObject(shape).refine(namesOne, {
    path: ["solicitudId"],
    params: { code: "contradiction" },
    message: "Name the receipt by its solicitudId or by its folio, by one of them",
  });
}

function namesOne(given: Record<string, unknown>): boolean {
  return (given["solicitudId"] === undefined) !== (given["folio"] === undefined);
}

export const feeAnnulmentErrors = [
  "honorarios_beta_disabled",
  "honorarios_request_not_found",
  "honorarios_annulment_conflict",
  "honorarios_policy_denied",
] as const satisfies readonly ErrorCode[];
