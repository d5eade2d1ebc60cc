import type { ErrorEntry } from "./entry.ts";

export const honorariosErrors = {
  honorarios_request_not_found: {
    status: 404,
    retry: false,
    owner: "client",
    message: "This actor has no such fee-receipt request.",
    fix: "Ask tributario.honorarios.consultar for this same credential's requests. One that is pending or processing has neither document nor annulment yet: ask again when its state is issued. A receipt made elsewhere is annulled by its folio, once a sync has read it.",
  },
  honorarios_beta_disabled: {
    status: 403,
    retry: false,
    owner: "client",
    message: "Fee receipts are not enabled for the organization.",
    fix: "Have an owner or admin enable fee receipts in the dashboard.",
  },
  honorarios_policy_denied: {
    status: 403,
    retry: false,
    owner: "client",
    message: "The receipt is outside the limits enabled for issuer, receiver, date or amount.",
    fix: "Change the data named in details.limits, or have an owner or admin widen the limit.",
    details:
      "`limits[]`: `limite`, `maximo`, `recibido` of each that was exceeded; `motivo` of another reason",
  },
  honorarios_duplicate_reference: {
    status: 409,
    retry: false,
    owner: "client",
    message: "The issuer already has a request with this reference.",
    fix: "Consult the earlier request (details.solicitudId); use a new reference only for a new receipt.",
    details: "`solicitudId`, when it is this actor's",
  },
  honorarios_annulment_conflict: {
    status: 409,
    retry: false,
    owner: "client",
    message: "An annulment request of the receipt blocks the call.",
    fix: "Consult the annulment and let it end before asking again.",
    details: "`solicitudId`, when it is this actor's",
  },
} as const satisfies Record<string, ErrorEntry>;

export const collectionErrors = {
  collection_not_found: {
    status: 404,
    retry: false,
    owner: "client",
    message: "The request or its document is not available.",
    fix: "Use the id that its request answered, inside its term. A link to a document works once: ask for another.",
  },
  collection_not_enabled: {
    status: 403,
    retry: false,
    owner: "client",
    message: "Folder retrieval is not enabled for the organization.",
    fix: "Have an owner ask for folder retrieval to be enabled.",
  },
  collection_configuration_missing: {
    status: 428,
    retry: false,
    owner: "client",
    message: "The recipient or the way of delivery has not been configured.",
    fix: "Set the recipient with tributario.carpeta_destinatario.configurar; where details.estado is pendiente, have it confirmed in the dashboard instead.",
    details: "`estado` of the recipient: `ninguno`, or `pendiente` while nobody has confirmed it",
  },
  collection_scope_forbidden: {
    status: 403,
    retry: false,
    owner: "client",
    message: "The request's authorization does not cover this operation.",
    fix: "Make a new request that asks for the operation.",
  },
  collection_expired: {
    status: 410,
    retry: false,
    owner: "client",
    message: "The temporary authorization is over.",
    fix: "Ask for another link to the document; where its request is over too, make a new one.",
  },
  collection_inconclusive: {
    status: 409,
    retry: false,
    owner: "upstream",
    message: "It could not be confirmed whether the folder was generated.",
    fix: "Do not repeat it automatically. Consult the request, and let a person decide.",
    details:
      "`solicitudId` or `operacionId` of what is open, for callers who may see it; `sameKey`: true where the call may be repeated under its own key alone",
  },
  collection_identity_mismatch: {
    status: 409,
    retry: false,
    owner: "upstream",
    message: "The document names another taxpayer than the request.",
    fix: "Do not use the document. Check which company the connection opens.",
  },
  collection_document_invalid: {
    status: 422,
    retry: false,
    owner: "upstream",
    message: "The document did not pass its checks.",
    fix: "Close the request and make a new one.",
  },
  collection_document_too_large: {
    status: 413,
    retry: false,
    owner: "upstream",
    message: "The document is larger than allowed.",
    fix: "Fetch the folder in the authority's own portal.",
    details: "`limitBytes`",
  },
  collection_cleanup_pending: {
    status: 503,
    retry: false,
    owner: "platform",
    message: "Closing the access is not confirmed yet.",
    fix: "Do not issue another request. Consult details.solicitudId until it is closed; without it the request is another caller's, so ask again later.",
    details: "`solicitudId` of the request whose access is being closed, for its maker",
  },
} as const satisfies Record<string, ErrorEntry>;
