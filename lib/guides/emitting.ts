import { keptAnswerDays } from "#lib/contract/index.ts";
import { counted } from "#lib/kernel/spoken.ts";
import { preparationMinutes } from "#lib/ledger/index.ts";
import { call, code, guide, heading, list, note, steps, table, text } from "./guide.ts";

const previewRef = "prv_01k2exampe0000000000000000";
const operacionId = "oper_01k2exampe0000000000000000";

const feeReceipt = {
  referencia: "OC-118",
  receptor: {
    rut: "76177907-9",
    nombre: "Cliente SpA",
    domicilio: "Calle Uno 123",
    comuna: "Santiago",
  },
  fecha: "2026-08-20",
  lineas: [{ descripcion: "Asesoría", monto: 500_000 }],
};

export const emitting = guide({
  id: "emitting",
  title: "Emitting",
  summary: "Issue or annul a tax document exactly once, whatever happens to your network.",
  blocks: [
    text(
      "An issued document cannot be taken back, so issuing takes two calls: a preview that changes nothing, and an emission that carries a key of yours. With the key you can ask again as often as you like; there will be one document.",
    ),
    note(
      "Give the emitting key, with `<system>:write`, to the program that a person's decision reaches, and a key that only reads to the agent that looks through rows: [Reading](/docs/guides/reading) says why.",
    ),
    heading("1. Preview"),
    call(
      "tributario.dte.previsualizar",
      {
        tipoDte: 33,
        formaPago: "contado",
        receptor: {
          rut: "76177907-9",
          razonSocial: "Cliente Ejemplo SpA",
          giro: "Comercio",
          direccion: "Calle Uno 123",
          comuna: "Santiago",
          ciudad: "Santiago",
        },
        lineas: [{ nombre: "Servicio", cantidad: 1, precioUnitario: 10000 }],
      },
      { connection: true },
    ),
    text(
      `The answer has the document as the portal understood it, its totals, a warning for each text that the portal does not keep whole, and a \`previewRef\` that is good for ${preparationMinutes} minutes and for one emission. Show the totals to the person who decides.`,
    ),
    heading("2. Emit"),
    text(
      "Make one lowercase UUID v4 and **store it before you call**. It means this document and no other.",
    ),
    code("sh", "A key", "export IDEMPOTENCY_KEY=$(node -p 'crypto.randomUUID()')"),
    call("tributario.dte.emitir", { previewRef }, { connection: true, key: true }),
    text(
      `You get the \`folio\`, the totals, an \`operacionId\` and a signed receipt. Sent again under the same key, the call answers the same and \`meta.idempotency\` says \`replayed\`, also while a payment is overdue or the quota is used up. Answers are kept for ${counted(keptAnswerDays, "day")}.`,
    ),
    heading("When the answer does not come"),
    text(
      "A connection breaks, a process dies, a portal stays silent. Never solve that with a new key. Ask what became of the one you have:",
    ),
    code(
      "sh",
      "By the key",
      `
curl -sS "$CONNECT_URL/v1/operations/$IDEMPOTENCY_KEY" \\
  -H "Authorization: Bearer $CONNECT_API_KEY"`,
    ),
    code("ts", "From code", "const operation = await connect.operations.get(idempotencyKey);"),
    table(
      "What to do with each outcome",
      ["You get", "It means", "Do"],
      [
        "no answer, or [timeout](/docs/guides/errors#timeout)",
        "It may still be running",
        "The same call with the same key",
      ],
      [
        "[tributario_emission_not_found](/docs/guides/errors#tributario_emission_not_found), asked by the key",
        "No call with that key began anything; one may still be on its way",
        "The same call with the same key",
      ],
      [
        "[idempotency_in_progress](/docs/guides/errors#idempotency_in_progress)",
        "It is still running",
        "Wait, then the same call with the same key",
      ],
      [
        "[idempotency_conflict](/docs/guides/errors#idempotency_conflict)",
        "The key belongs to another call, of this tool or another",
        "Find out which; another document needs its own key",
      ],
      [
        "[tributario_emission_rejected](/docs/guides/errors#tributario_emission_rejected)",
        "The authority refused and lists nothing; nothing was issued",
        "Correct it, preview again, new key",
      ],
      [
        "[tributario_emission_outcome_unknown](/docs/guides/errors#tributario_emission_outcome_unknown)",
        "It may have been issued",
        "Reconcile, or the same call with the same key: it looks and never sends. Do not emit again",
      ],
      [
        "[tributario_preview_token_expired](/docs/guides/errors#tributario_preview_token_expired)",
        `${preparationMinutes} minutes are over; nothing was issued`,
        "Preview again",
      ],
    ),
    text(
      'An unknown outcome is settled against the authority\'s own list of issued documents, by housekeeping or whenever you ask. Until then a document of the same type, receiver, date and total is not sent under another key either: that call is told `reason: "look_alike"`, and its key stays free.',
    ),
    call("tributario.emision.reconciliar", { operacionId }, { connection: true }),
    text(
      'Every answer says how its folio is known. `prueba: "respuesta"`: the authority answered it and lists it. `prueba: "lista"`: no answer came, and it is the only listed document of that type, receiver, date and total. Somebody may have made the same by hand, so compare its lines before you rely on it.',
    ),
    heading("Annul"),
    text(
      "Annulling is issuing a credit note for the whole document: the same two steps, and as final.",
    ),
    call(
      "tributario.anulacion.previsualizar",
      { tipoDte: 33, folio: 500001, motivo: "Error en el monto" },
      { connection: true },
    ),
    call("tributario.anulacion.emitir", { previewRef }, { connection: true, key: true }),
    heading("Receipts for consumers"),
    call(
      "tributario.boleta.previsualizar",
      { lineas: [{ nombre: "Café", cantidad: 2, precioUnitario: 500 }] },
      { connection: true },
    ),
    call("tributario.boleta.emitir", { previewRef }, { connection: true, key: true }),
    heading("By an invoicing system"),
    text(
      "A company that issues by an invoicing system of its own has the same two steps in `facturacion`. The system chooses the folio, and the authority answers later, minutes to days after the document was issued.",
    ),
    call(
      "facturacion.documento.previsualizar",
      {
        tipoDte: 33,
        receptor: {
          rut: "76177907-9",
          razonSocial: "Cliente Ejemplo SpA",
          giro: "Comercio",
          direccion: "Calle Uno 123",
          comuna: "Santiago",
          ciudad: "Santiago",
        },
        lineas: [{ nombre: "Servicio", cantidad: 1, precioUnitario: 10000 }],
      },
      { connection: true },
    ),
    call("facturacion.documento.emitir", { previewRef }, { connection: true, key: true }),
    list(
      "`estadoAutoridad` is `pendiente` at first. The service reads it again for a month; `facturacion.documentos.consultar` and `GET /v1/operations/{id}` tell it. The answer under your key stays as it was.",
      "`rechazado`: the document is not valid and its folio is used up. Correct it, preview again, and use a new key. A document whose annulment was rejected may be annulled again.",
      "[connector_onboarding_required](/docs/guides/errors#connector_onboarding_required): the certificate, folios, resolution or activity is missing in the system itself, and `missing` names it. [connector_plan_limit](/docs/guides/errors#connector_plan_limit): its plan is used up. Met before anything was sent, both leave your key free.",
      "There is no tool that reconciles: while the outcome is unknown the same call under the same key looks for the document, and never sends.",
    ),
    call(
      "facturacion.nota_credito.previsualizar",
      { tipoDte: 33, folio: 7012, codigo: 1, razon: "Anula" },
      { connection: true },
    ),
    heading("Fee receipts"),
    text(
      "A fee receipt (boleta de honorarios) is asked for in one call and issued while nobody waits. What may be issued is a policy that owners and admins set in the dashboard: connections, receivers, dates, amounts and how many a day. Without a policy there are none.",
    ),
    call("tributario.honorarios.solicitar", feeReceipt, { connection: true, key: true }),
    text(
      "You get a `solicitudId` and the state so far. Follow it by [webhooks](/docs/guides/webhooks), or ask:",
    ),
    call("tributario.honorarios.consultar", { referencia: "OC-118" }, { connection: true }),
    list(
      "`issued`: it has a folio, and `tributario.honorarios_documento.obtener` hands out its PDF.",
      "`rejected`: none was issued, `motivo` says why. Another try is another key; the reference may be the same.",
      "`inconclusive`: it may have been issued. Do not ask for it again: `tributario.honorarios.reconciliar` looks for it in the authority's list.",
    ),
    text(
      "`tributario.honorarios.previsualizar` shows it as the portal would issue it. Its `huella`, sent along, has that issued or nothing. Without one a receipt is refused (`igual_no_registrada`) where the list that was read last shows an equal one that was not asked for here. A receipt is annulled at once until day 10 of the next month; later its receiver has to agree, until 1 March of the next year, and until then it stays in force.",
    ),
    call(
      "tributario.honorarios_anulacion.solicitar",
      { solicitudId: "hon_01k2exampe0000000000000000", causa: 3 },
      { connection: true, key: true },
    ),
    heading("The signed receipt"),
    text(
      '`recibo` attests what was issued, for whom to keep: the operation, hashes of your input and of the document, folio, how it is known, and time. With `prueba: "lista"` its `documentHash` is null. It verifies offline with the key set of `GET /.well-known/connect-receipts.json`.',
    ),
    code(
      "ts",
      "Verify a receipt",
      `
import { verifyReceipt } from "connect-client";

const { recibo } = await connect.tools.tributario.dte.emitir({ previewRef }, { connection, idempotencyKey });
const { folio, operacionId } = await verifyReceipt(recibo, await connect.receipts.keys());`,
    ),
    heading("Who may emit"),
    steps(
      "The API key needs `tributario:read` and `tributario:write`.",
      "The connection's person must be authorized for the document type: `tiposDte.autorizados` of `conexiones.estado.consultar`.",
      "The issuer's activity and address have to be set: see `tributario.emisor.configurar`.",
      "The credential that previews is the one that emits. Under another credential the emission answers `tributario_preparation_confirmation_required` with a `url`, where a person who may issue signs in and confirms the document; then the same call emits it.",
    ),
    call("tributario.emisor.consultar", {}, { connection: true }),
    list(
      "The certificate's password never travels in a call: a person enters it through a link.",
      "While payments are overdue nothing is issued; reading goes on.",
    ),
    note(
      "The client library never repeats a call by itself that is not a `GET`, so no retry of its own can issue anything. Repeating under the same key is your decision, and a safe one.",
    ),
  ],
});
