import { packagePath } from "#lib/client/package.ts";
import { serviceUrl } from "./at-service.ts";
import { call, code, guide, heading, list, note, steps, table, text } from "./guide.ts";

export const quickstart = guide({
  id: "quickstart",
  title: "Quickstart",
  summary: "From an API key to the first rows of a bank account, with curl or from code.",
  blocks: [
    text(
      "Everything Connect does is a tool, and every tool is called in the same way. Learn one call and you know them all; the [reference](/docs#sistemas) lists the tools and their fields.",
    ),
    heading("1. Get ready"),
    text(
      "An owner or admin of the organization creates the API key and chooses its scopes. It is shown once. Keep it on a server: anyone who holds it can do what its scopes allow.",
    ),
    code(
      "sh",
      "The variables that all examples use",
      `
export CONNECT_URL=${serviceUrl}
export CONNECT_API_KEY=connect_sk_…
# which connection a call is for: step 3
export CONNECTION=conn_…
# a new one for each act that cannot be undone
export IDEMPOTENCY_KEY=$(node -p 'crypto.randomUUID()')`,
    ),
    text(
      "From code, install the client library. It has no dependencies and needs only `fetch`. This service hands it out itself and no registry does, so install it from here and never by its bare name; the same address with `.sha512` behind it is what to check it with. What is handed out changes with the service's releases: where builds have to repeat, keep the file with your project and install that, or npm ci refuses it one day.",
    ),
    code("sh", "Install the client", `npm install "$CONNECT_URL${packagePath}"`),
    code(
      "ts",
      "Make a client",
      `
import { Connect } from "connect-client";

const connect = new Connect(); // takes CONNECT_URL and CONNECT_API_KEY`,
    ),
    heading("2. Make a call"),
    text("This one needs no connection. The input always goes inside `input`, even when empty."),
    call("core.timestamp.now", { timezone: "America/Santiago" }),
    text("The answer has the tool's output in `data`, and in `meta` what is known of the call:"),
    code(
      "json",
      "The answer",
      `
{
  "data": {
    "iso": "2026-08-11T09:30:00.000-04:00",
    "unix": 1786455000,
    "timezone": "America/Santiago"
  },
  "meta": {
    "request_id": "req_01k2ap5bx0q8zt3v6wdn9ym4hc",
    "operation_request_id": "0b6f9d5e-2c1a-4a7e-8f43-9d1b7c5e2a60",
    "tool_id": "core.timestamp.now",
    "plane": "action",
    "latency_ms": 4,
    "audit_status": "recorded"
  }
}`,
    ),
    text(
      "The client's calls answer `data` by themselves; `.withMeta(…)` in their place answers both.",
    ),
    heading("3. Choose a connection"),
    text(
      "A connection is one company at one system. List those that the organization has and take the `id` of the one to work for. No call ever picks one for you, not even where there is only one.",
    ),
    call("conexiones.estado.consultar", {}),
    text(
      "None yet? Make a link and give its `url` to the person who holds the login. They type it into a page of Connect; you never see it. Once it is used, this month and the last one come by themselves.",
    ),
    call("conexiones.enlace.crear", { sistema: "banco_a", modo: "crear", nombre: "Main account" }),
    heading("4. Bring data, then read it"),
    text(
      "Reading takes two steps, as [Reading](/docs/guides/reading) explains: sync a month, then read what was stored. After a link only older months are left to ask for.",
    ),
    call(
      "banco_a.conexion.sincronizar",
      { periodo: "2026-08", esperarSegundos: 25 },
      { connection: true },
    ),
    call("banco_a.movimientos.consultar", { periodo: "2026-08", limit: 50 }, { connection: true }),
    code(
      "ts",
      "All rows, page after page",
      `
for await (const row of connect.tools.banco_a.movimientos.consultar.all({ periodo: "2026-08" }, { connection })) {
  console.log(row.fecha, row.display, row.descripcion);
}`,
    ),
    heading("For agents"),
    text(
      "The same catalogue is served over MCP at `POST /mcp` as two tools: `search_docs` finds a tool by what you want to do, `execute` runs it. The bearer is an access token or the same API key, and `connectionId` takes the place of the header. How an agent gets its access: [Agents](/docs/guides/agents).",
    ),
    heading("Where to go next"),
    table(
      "Guides by task",
      ["You want to", "Read"],
      ["Give an agent access, and take it away", "[Agents](/docs/guides/agents)"],
      ["Know why a list is empty", "[Reading](/docs/guides/reading)"],
      ["Bring a month, or follow a job", "[Syncing](/docs/guides/syncing)"],
      ["Issue or annul a document", "[Emitting](/docs/guides/emitting)"],
      ["Be told when something happened", "[Webhooks](/docs/guides/webhooks)"],
      ["Handle a refusal", "[Errors](/docs/guides/errors)"],
      ["Try it all with no bank", "[Sandbox](/docs/guides/sandbox)"],
    ),
    heading("Rules worth knowing early"),
    steps(
      "Decide by `error.code`, never by a message.",
      "Keep `request_id` of every answer: it names the call in the audit log.",
      "Send `x-client-trace-id` to find your own calls again: up to 200 characters, never trusted.",
      "Before what cannot be undone, make one lowercase UUID v4, store it, and send it as `Idempotency-Key`.",
    ),
    note(
      "Months are `AAAA-MM` and days `AAAA-MM-DD`, both in Chile's time. Instants are UTC. What is not known is `null`, never zero.",
    ),
    list(
      "[OpenAPI 3.1](/openapi.json) for generators and API clients",
      "[llms.txt](/llms.txt) for language models",
      "`GET /v1/tools` and `GET /v1/tools/{id}` for programs",
    ),
  ],
});
