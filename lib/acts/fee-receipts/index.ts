export { receiptAct } from "./act.ts";
export {
  EstadoDeSolicitud,
  honorarios,
  Huella,
  Modo,
  montos,
  RutDeReceptor,
  Solicitud,
  solicitudEjemplo,
  SolicitudId,
  visitErrors,
} from "./fee-fields.ts";
export {
  type AnnulmentMode,
  feeRequestKinds,
  type FeeRequestState,
  feeRequestStates,
} from "./fee-request.ts";
export { givenUp, reasonOf, type RejectionReason } from "./given-up.ts";
export {
  findRequest,
  listRequests,
  requestIn,
  type RequestLine,
  toFeeRequest,
} from "./list-requests.ts";
export { moveAnnulment, noteReceiversAnswer } from "./move-annulment.ts";
export { changePolicy, findPolicy, setPolicy } from "./policy/change-policy.ts";
export { issuerLeftOut, policyDenied, requireNoneExceeded } from "./policy/exceeded-limits.ts";
export { lockPolicy, requirePolicy } from "./policy/lock-policy.ts";
export { FeeReceiptPolicy } from "./policy/policy.ts";
export { requireStillAllowed } from "./policy/require-still-allowed.ts";
export { feeReceiptsOf } from "./portal-receipts.ts";
export { insertRequest, moveRequest, noteSent, requestOf } from "./request-rows.ts";
export { requestWords } from "./request-words.ts";
export { type ShownRequest, showRequest } from "./show-request.ts";
export { receiptTerms } from "./terms.ts";
export { visitDueReceipts } from "./visit-due-receipts.ts";
