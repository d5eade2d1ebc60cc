import { dotted } from "../words.ts";

/** The refusals of this part of the portal, inside a page of 200. */
export const feeAlerts = {
  query: "La consulta ingresada no es válida.",
  address: "Debe seleccionar el domicilio del emisor.",
  receiverRut: "El RUT del destinatario no es válido.",
  receiverIsIssuer: "El destinatario no puede ser el mismo emisor.",
  receiverName: "Debe ingresar el nombre o razón social del destinatario.",
  receiverAddress: "Debe ingresar el domicilio del destinatario.",
  receiverCommune: "Debe seleccionar la región y la comuna del destinatario.",
  day: "La fecha de la boleta no es válida.",
  dayOutside: "La fecha de la boleta no puede diferir en más de tres meses de la fecha actual.",
  withholder: "Debe indicar quién efectúa la retención.",
  notWithholding: "El destinatario no está obligado a retener.",
  noLines: "Debe ingresar al menos una prestación de servicios.",
  rejectedPreview: "La boleta no pudo ser validada: datos del destinatario inconsistentes.",
  rejectedIssue: "La boleta fue rechazada y no ha sido emitida.",
  stale: "La confirmación no es válida o ha expirado. Vuelva a ingresar los datos.",
  unknownReceipt: "La boleta indicada no existe.",
  alreadyAnnulled: "La boleta ya se encuentra anulada.",
  alreadyAsked: "La boleta ya tiene una solicitud de anulación pendiente.",
  tooLate: "El plazo para anular la boleta ha vencido.",
  cause: "Debe seleccionar la causa de la anulación.",
  rejectedAnnulment: "La solicitud de anulación fue rechazada.",
  line: (place: number) => `La prestación ${place} no es válida.`,
  tooMuch: (most: number) =>
    `El monto máximo para anular una boleta por este medio es de $ ${dotted(most)}.`,
} as const;
