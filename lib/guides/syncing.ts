import { keptDays, syncedMonths } from "#lib/contract/index.ts";
import { counted } from "#lib/kernel/spoken.ts";
import { call, code, guide, heading, list, note, steps, table, text } from "./guide.ts";

export const syncing = guide({
  id: "syncing",
  title: "Syncing",
  summary: "Bring a month from a portal, follow its job, and know what came and what did not.",
  blocks: [
    text(
      "`conexion.sincronizar` of a system is the only way to ask for data. It queues a job for one connection and one month; a worker logs in, fetches each module, stores it and logs out. A link that was used queues two such jobs by itself, for this month and the last one, and schedules follow; their `trigger` is `link` or `scheduled`.",
    ),
    call(
      "banco_a.conexion.sincronizar",
      { periodo: "2026-08", alcances: ["saldos", "movimientos"] },
      { connection: true },
    ),
    list(
      `\`periodo\` is the current month or one of the ${syncedMonths} before it. What was read of an older month is dropped: its coverage says \`nunca_sincronizado\`, never that it was empty.`,
      "`alcances` names modules; without it you get all that the connection has switched on.",
      "`esperarSegundos`, up to 25, waits for the end inside the call. Without it the job's id comes back at once. An MCP client that sends a progress token is told every second while any call waits, where the service runs as a server of its own; behind a function's url, which hands over whole answers, it is told nothing before the answer.",
      "What cannot be brought for that month is left out and named in `omitidos` with its reason: balances are snapshots, so only the current month has them. So is a module that the portal does not show to this connection's kind of login, such as fee receipts to anybody but the company itself: named in `alcances`, it is refused as `alcance_scheme_unsupported`.",
    ),
    heading("Follow the job"),
    text(
      "Ask `GET /v1/syncs/{id}` until it ends, or be told by a [webhook](/docs/guides/webhooks). Over MCP ask `conexiones.estado.consultar`: a job that is no longer among a connection's `sincronizacionesPendientes` has ended. What it brought can be read, unless `ultimoFallo` names it, with the code of what went wrong.",
    ),
    code(
      "sh",
      "One job, and the latest of a connection",
      `
curl -sS "$CONNECT_URL/v1/syncs/$JOB" \\
  -H "Authorization: Bearer $CONNECT_API_KEY"
curl -sS "$CONNECT_URL/v1/syncs?limit=10&connection_id=$CONNECTION" \\
  -H "Authorization: Bearer $CONNECT_API_KEY"`,
    ),
    code(
      "ts",
      "Wait for the end",
      `
const { jobId } = await connect.tools.banco_a.conexion.sincronizar({ periodo: "2026-08" }, { connection });
const job = await connect.waitForSync(jobId); // throws SyncFailed, with the job, where it failed
console.log(job.status, job.records_synced);`,
    ),
    table(
      "The states of a job",
      ["`status`", "Meaning", "Next"],
      [
        "`queued`",
        "No worker has it yet; `POST /v1/syncs/{id}/cancel` still works",
        "`running`, `canceled`",
      ],
      ["`running`", "A worker is at the portal; `step` says where", "`succeeded`, `failed`"],
      ["`succeeded`", "Something was brought, perhaps not all: look at `outcomes`", "the end"],
      [
        "`failed`",
        "Nothing was brought; `last_error` is a code, `connection_credential_required` where its access ended meanwhile",
        "the end",
      ],
      [
        "`canceled`",
        "Taken back while it was queued, or its access ended before it began; no event tells of it",
        "the end",
      ],
    ),
    text(
      `\`outcomes\` has one entry per module: \`ok\`, \`partial\` or \`failed\`, how many records were stored, and the code of what went wrong. Modules are stored one by one, so a module that failed takes nothing from another that came through. ${counted(keptDays, "day")} after its end a job is \`sync_job_not_found\`.`,
    ),
    heading("What can block a sync"),
    table(
      "Refusals of a sync",
      ["Code", "What to do"],
      [
        "[connection_sync_in_progress](/docs/guides/errors#connection_sync_in_progress)",
        "Send `details.fix`: it shows when the job in `details.jobId` has ended",
      ],
      [
        "[connection_credential_required](/docs/guides/errors#connection_credential_required)",
        "Send `details.fix`: it makes the link for a new credential",
      ],
      [
        "[too_many_pending](/docs/guides/errors#too_many_pending)",
        "Send `details.fix`: it shows when one of the queued jobs has ended",
      ],
      [
        "[billing_past_due](/docs/guides/errors#billing_past_due)",
        "Have an owner pay. Stored rows can be read meanwhile",
      ],
    ),
    heading("Credentials"),
    text(
      "A password that the portal refused is never tried again: portals lock accounts. The connection's credential becomes `rechazada` and every sync answers `connection_credential_required` until a person renews it.",
    ),
    steps(
      "Make a link with mode `reconectar` for the connection.",
      "Give its `url` to the person who holds the login, and to nobody else.",
      "Wait for the event `connect_session.consumed`, or ask for the connection's state.",
    ),
    code(
      "ts",
      "Renew a credential",
      `
const { url } = await connect.tools.conexiones.enlace.crear({
  sistema: "banco_a",
  modo: "reconectar",
  conexionId: connection,
});`,
    ),
    text(
      "A link that reached the wrong person is taken back at once with `conexiones.enlace.anular`, and `conexiones.enlaces.listar` says what became of each. Nothing is kept of a login that is being tried then. The links of an API key or of a grant end with it.",
    ),
    text("To try a credential without bringing anything:"),
    call("banco_a.conexion.verificar", {}, { connection: true }),
    heading("On its own"),
    text(
      "Active connections sync by themselves, one to four times a day depending on the plan: the current month every time, the month before as well during the first five days and, once a day, until it was read whole. `previsional` reads the month before up to the 15th and `banco_c` up to the 6th. Once a week any month is read again whose rows still change: payrolls that are not paid, card purchases that are not billed, registered purchases and sales that may still be accepted or claimed, receipts that can be annulled, drafts, documents that await the authority. Ask for a sync when you need an older month, or when the next one is too far off.",
    ),
    text(
      "Portals lock an account at the third wrong password, no matter who typed it. So no login is tried when it could be the last: after two refusals in a row only what worked before goes on, and after a blocked account nothing does, for a day. The call then answers `connection_busy`, with `details.motivo` (`intentos_agotados` or `cuenta_bloqueada`) and `details.hasta`. Syncs that wait in the queue go on by themselves, and a link shows the person the hour.",
    ),
    note(
      "At some banks one user can have one session. While a sync runs, the person who owns the login cannot enter the portal, and one who is inside makes the sync answer `connection_busy`.",
    ),
  ],
});
