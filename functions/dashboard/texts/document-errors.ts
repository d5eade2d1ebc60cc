export type ErrorWords = readonly [title: string, advice: string];

/** Texts for fee receipts, folders and documents. */
export const documentErrors = {
  honorarios_request_not_found: [
    "No encontramos esa boleta",
    "Puede que la haya pedido otra persona o agente.",
  ],
  honorarios_beta_disabled: [
    "Las boletas no están habilitadas",
    "Un dueño o administrador las habilita en los límites de honorarios.",
  ],
  honorarios_policy_denied: [
    "La boleta está fuera de los límites",
    "Un dueño o administrador puede cambiar los límites de monto, fecha, emisor o receptor.",
  ],
  honorarios_duplicate_reference: [
    "Esa referencia ya se usó",
    "Busca la boleta que ya la tiene antes de hacer otra.",
  ],
  honorarios_annulment_conflict: [
    "Hay una anulación en curso",
    "Espera a que termine antes de pedir otra.",
  ],
  collection_not_found: [
    "No encontramos esa carpeta",
    "Puede que haya vencido o que el enlace esté incompleto.",
  ],
  collection_not_enabled: [
    "Las carpetas no están habilitadas",
    "Un dueño de la organización puede pedir que se habiliten.",
  ],
  collection_configuration_missing: [
    "Falta configurar a quién se entrega",
    "Un dueño tiene que confirmar el destinatario.",
  ],
  collection_scope_forbidden: [
    "La autorización no alcanza",
    "Pide una autorización que cubra esta operación.",
  ],
  collection_expired: ["La autorización terminó", "Pide otra y vuelve a empezar."],
  collection_inconclusive: [
    "No sabemos si la carpeta se generó",
    "No la repitas: la estamos revisando.",
  ],
  collection_identity_mismatch: [
    "El documento es de otro contribuyente",
    "Lo descartamos. Revisa con qué conexión se pidió.",
  ],
  collection_document_invalid: [
    "El documento no pasó la revisión",
    "Lo descartamos. Pide la carpeta otra vez.",
  ],
  collection_document_too_large: ["El documento es demasiado grande", "Pide un periodo más corto."],
  collection_cleanup_pending: [
    "Estamos cerrando el acceso",
    "Espera unos minutos y carga la página de nuevo.",
  ],
  tributario_facturador_not_enabled: [
    "Esta clave no entra al facturador",
    "Reconecta con una clave que tenga acceso al facturador gratuito.",
  ],
  tributario_dte_variant_not_enabled: [
    "La conexión no emite este tipo de documento",
    "Revisa qué tipos tiene habilitados la empresa.",
  ],
  tributario_dte_validation_failed: [
    "El documento no cumple una regla",
    "No se envió nada. Corrígelo y prepáralo otra vez.",
  ],
  tributario_facturador_contract_changed: [
    "El facturador cambió",
    "Lo revisamos. No se emitió nada.",
  ],
  tributario_facturador_not_enrolled: [
    "La empresa no está en el facturador",
    "Con esta clave solo se puede leer. Inscríbela, o reconecta con otra.",
  ],
  tributario_dte_type_not_authorized: [
    "No hay autorización para este tipo",
    "La persona de la conexión no puede emitirlo. Pídela en el portal.",
  ],
  tributario_preview_token_invalid: [
    "Esa vista previa no sirve aquí",
    "Ya se usó, o es de otra operación. Prepara el documento otra vez.",
  ],
  tributario_preview_token_expired: ["La vista previa venció", "Prepara el documento otra vez."],
  tributario_anulacion_documento_no_encontrado: [
    "No encontramos el documento",
    "No está entre los que se pueden anular de esta manera.",
  ],
  tributario_anulacion_en_curso: [
    "Hay una anulación en curso",
    "Espera a que termine antes de preparar otra.",
  ],
  tributario_anulacion_ya_emitida: [
    "El documento ya está anulado",
    "Una nota de crédito ya lo anula.",
  ],
  tributario_anulacion_no_admitida: [
    "Este documento no se puede anular ahí",
    "Revisa en el portal qué corresponde hacer.",
  ],
  tributario_preview_changed: [
    "El documento cambió",
    "El portal lo prepara distinto de como se mostró. Revísalo otra vez antes de confirmar.",
  ],
  tributario_emitter_profile_required: [
    "Falta el giro y la dirección",
    "Configúralos para el emisor y prepara el documento otra vez.",
  ],
  tributario_emitter_profile_changed: [
    "Cambió el perfil del emisor",
    "Prepara el documento otra vez con los datos de ahora.",
  ],
  tributario_preparation_confirmation_required: [
    "Falta que una persona lo confirme",
    "Alguien que pueda confirmar tiene que revisarlo en «Confirmaciones».",
  ],
  tributario_signing_material_required: [
    "Falta un certificado para firmar",
    "La empresa tiene que centralizar uno en el portal.",
  ],
  tributario_signing_material_invalid: [
    "El certificado no sirvió",
    "Revisa que esté vigente y que su contraseña sea la correcta. Leer sigue funcionando.",
  ],
  tributario_emission_rejected: [
    "El documento fue rechazado",
    "No se emitió nada. Corrige lo que indica y prepáralo otra vez.",
  ],
  tributario_emission_outcome_unknown: [
    "No sabemos si se emitió",
    "No la repitas: la estamos revisando con el portal.",
  ],
  tributario_emission_not_found: [
    "No encontramos esa emisión",
    "Ningún documento de esta conexión tiene ese identificador.",
  ],
} as const satisfies Record<string, ErrorWords>;
