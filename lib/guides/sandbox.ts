import { call, code, guide, heading, list, note, table, text } from "./guide.ts";

export const sandbox = guide({
  id: "sandbox",
  title: "Sandbox",
  summary:
    "Run the whole service on your machine, against portals that behave and misbehave on demand.",
  blocks: [
    text(
      "Local mode is the same service with simulated surroundings: bank portals, the tax authority, an indicator provider and a webhook receiver. It needs Node and npm, no account, and reaches no bank.",
    ),
    heading("Start it"),
    code("sh", "In the repository", "npm ci && npm start"),
    text(
      "When it is ready it prints its addresses and keys and writes them to `.local/ready.json`. The first organization has a working connection at every system.",
    ),
    note(
      "What the service has stored is kept between two starts. The simulated systems begin anew each time, without the documents that were issued there, and go on with their folios.",
    ),
    code(
      "sh",
      "Take what the examples of these guides need",
      `
export CONNECT_URL=http://127.0.0.1:8787
export CONNECT_API_KEY=$(node -p 'require("./.local/ready.json").organizations[0].apiKey')
export CONNECTION=$(node -p 'require("./.local/ready.json").organizations[0].connections.banco_a')
export SANDBOX=http://127.0.0.1:8788/control`,
    ),
    call("banco_a.movimientos.consultar", { periodo: "2026-08", limit: 2 }, { connection: true }),
    heading("Steer it"),
    table(
      "The control plane",
      ["Call", "Does"],
      ["`GET $SANDBOX/portals`", "Lists systems, test logins and what each leads to"],
      [
        "`GET $SANDBOX/portals/banco_a/truth?resource=movimientos&periodo=2026-08`",
        "What the portal really holds",
      ],
      [
        "`GET $SANDBOX/portals/banco_a/log`",
        "What the portal saw: logins, logouts, documents emitted",
      ],
      ["`POST $SANDBOX/portals/banco_a/faults`", "Makes the next requests misbehave"],
      ["`POST $SANDBOX/clock`", "Moves the service's clock; everything due runs at once"],
      ["`GET $SANDBOX/receivers/mine`", "What `https://hooks.sandbox.test/in/mine` received"],
      ["`POST $SANDBOX/reset`", "Data, counters, faults and refused logins back to the start"],
    ),
    heading("Make something fail"),
    code(
      "sh",
      "The portal is down for the next request",
      `
curl -sS -X POST "$SANDBOX/portals/banco_a/faults" \\
  -H "Content-Type: application/json" \\
  -d '{ "kind": "unavailable", "times": 1 }'`,
    ),
    list(
      "`wrong_password` and `account_blocked` end in a credential that has to be renewed.",
      "After two refused logins in a row, or a blocked account, nobody logs in for a day: the call answers `connection_busy` with `hasta`. Move the clock, or reset.",
      "`session_active` is a person inside the portal: the call answers `connection_busy`.",
      "`layout_changed` is a portal that is no longer understood: `upstream_unexpected_response`.",
      "`send_lost` and `send_dropped` cut the line while a document is being sent. One was issued, the other was not, and neither is ever sent twice.",
    ),
    heading("Move the time"),
    code(
      "sh",
      "Five minutes later",
      `
curl -sS -X POST "$SANDBOX/clock" \\
  -H "Content-Type: application/json" -d '{ "advance": "PT5M" }'`,
    ),
    note(
      "Data is made from system, tax id and month alone, so every machine has the same. Nothing of it is real: no company, no person, no amount.",
    ),
  ],
});
