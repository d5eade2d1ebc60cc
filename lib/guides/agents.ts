import { serviceUrl } from "./at-service.ts";
import { bounds, grantTerms } from "#lib/identity/index.ts";
import { counted } from "#lib/kernel/spoken.ts";
import { code, guide, heading, steps, table, text } from "./guide.ts";

export const agents = guide({
  id: "agents",
  title: "Agents",
  summary: "How an agent gets access to what it needs and to nothing more, and how it ends.",
  blocks: [
    heading("Two ways in"),
    table(
      "Credentials",
      ["Credential", "For", "What it may do", "Ends"],
      [
        "OAuth access token",
        "an agent or application that a person uses",
        "what the person ticked, while their role allows it",
        "when the person, an owner or an admin ends it, or by its time",
      ],
      [
        "API key",
        "your own backend",
        "the scopes that it was given",
        "when it is revoked, or expires",
      ],
    ),
    heading("With OAuth"),
    text(
      "The agent's configuration holds the url of `/mcp` and nothing secret. Its client finds the rest by itself: the answer [unauthorized](/docs/guides/errors#unauthorized) names the metadata in `WWW-Authenticate`, the metadata names the authorization server.",
    ),
    code(
      "json",
      "All that an agent's configuration holds",
      `
{
  "mcpServers": {
    "connect": { "type": "http", "url": "${serviceUrl}/mcp" }
  }
}`,
    ),
    steps(
      "The person signs in, chooses the organization, the scopes and the connections, and allows.",
      "The client gets a token and renews it by itself. A token works for `/mcp` and for the API alike.",
      "What cannot be undone is asked for when it is needed: [scope_not_granted](/docs/guides/errors#scope_not_granted) then sends the client back to the person, with the scopes that are missing.",
    ),
    text(
      "What an agent may do is what its token, the grant and the person's role have in common, at each call. It acts as an agent, on record with the person and the client. No token confirms a document: that is for a person who is signed in.",
    ),
    table(
      "When a grant ends",
      ["What happens", "From then on"],
      ["The person, an owner or an admin ends it", "401 at the next call"],
      ["The person leaves the organization, or recovers their password", "401 at the next call"],
      ["It is narrowed, or the person's role becomes less", "403 for what is gone"],
      [`${counted(grantTerms.idleDays, "day")} without use`, "401: allow it anew"],
      [`${counted(grantTerms.days, "day")} after the consent`, "401: allow it anew"],
      [
        `No token within ${counted(grantTerms.unusedHours, "hour")} of the consent`,
        "401: allow it anew",
      ],
    ),
    heading("Only some connections"),
    text(
      `A grant or an API key can be limited to connections, at most ${bounds.connectionsOfCredential}. Any other connection of the organization then answers as one that does not exist: to tools, in lists, syncs, operations, events and deliveries. Such a credential reconnects the ones on its list and makes no new one; its webhook endpoints name one of them.`,
    ),
  ],
});
