import { mostDownloads } from "#lib/contract/index.ts";
import { call, guide, heading, list, note, steps, table, text } from "./guide.ts";

const solicitudId = "carp_01k2exampe0000000000000000";

export const folders = guide({
  id: "folders",
  title: "Tax folders",
  summary:
    "Have a company's tax folder made for a recipient that a person confirmed, and close it.",
  blocks: [
    text(
      "A tax folder shows a company's taxes, income and property to somebody, for 90 days. It is the most sensitive document there is here, so no agent decides alone where it goes.",
    ),
    heading("Before the first one"),
    steps(
      "An owner or admin turns folders on in the dashboard, under **Carpetas**. Until then asking for one and proposing a recipient answer `collection_not_enabled`; what was made before can still be read and closed.",
      "The connection has the module `carpeta`.",
      "Somebody proposes a recipient, and an owner or admin confirms it in the dashboard after signing in anew. A key can only propose.",
    ),
    call(
      "tributario.carpeta_destinatario.configurar",
      { otroNombre: "Arriendos", correo: "a@example.com", entrega: "destinatario_y_servicio" },
      { connection: true },
    ),
    text(
      "With `destinatario` the document is the recipient's alone; with `destinatario_y_servicio` it can be fetched here too. Without a confirmed recipient the next call answers `collection_configuration_missing`, and `details.estado` says whether a proposal waits.",
    ),
    heading("Ask for one"),
    call(
      "tributario.carpeta.solicitar",
      { tipo: "creditos", finalidad: "Crédito de capital" },
      { connection: true, key: true },
    ),
    text(
      "The first answer comes with whatever was reached in `esperarSegundos`. Sent again under the same key, the call answers the request as it is by then. What was given up before anything happened ends as `rechazada` with its `motivo`; another try is another key.",
    ),
    call("tributario.carpeta.consultar", { solicitudId }, { connection: true }),
    table(
      "What a request is",
      ["`estado`", "It means", "Do"],
      ["pendiente, generando", "Under way", "Consult it"],
      ["lista, entregada", "Its recipient has it", "Fetch the document, or close it"],
      [
        "inconclusa",
        "Nobody knows whether it was made",
        "Nothing: the service keeps looking. Never ask for another until a person has set it aside",
      ],
      ["vencida", "Our copy is gone; its recipient goes on", "Close it if that is to end"],
      [
        "cerrando",
        "Our copy is gone; the portal does not show yet that it is closed",
        "The same `carpeta.cerrar` again, later",
      ],
    ),
    heading("Fetch the document"),
    call("tributario.carpeta_documento.obtener", { solicitudId }, { connection: true }),
    list(
      `At most ${mostDownloads} times, by the maker of the request, until it ends.`,
      "With `entrega` as `enlace`, and over MCP always when it is large, the answer is a link: one `GET` with the same credential, within five minutes.",
      "It was held against the company before: `collection_identity_mismatch`, `collection_document_invalid` and `collection_document_too_large` say why there is none. A folder that names somebody else is closed at once.",
    ),
    heading("Close it"),
    call("tributario.carpeta.cerrar", { solicitudId }, { connection: true, key: true }),
    text(
      "Our copy is destroyed first, then the recipient's access is taken back and read back. `collection_cleanup_pending` means that the portal does not show it yet: the service goes on trying, and the same call tells.",
    ),
    text(
      "Owners and admins close any folder in the dashboard, and take the recipient back there. One that is still unknown after a day, although the portal's list was read since, they can set aside: then another may be asked for, and the first is looked for as before. While a folder is to be closed, neither its connection nor its organization can be deleted.",
    ),
    note(
      "A request is known to the credential that made it, and to the owners and admins in the dashboard. No event, log or search ever holds anything of a folder.",
    ),
  ],
});
