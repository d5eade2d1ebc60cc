import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import type { Send } from "./mcp-calls.ts";

const redirectUrl = "http://localhost:49152/callback";

/** What a person does between a request for access and its answer, given the URL they were sent to. */
export type Agree = (authorizationUrl: URL) => Promise<URL>;

export interface AgentClient {
  /** Walks through the pages if the service asks for it. */
  execute(input: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The scopes that access was requested with, each time. */
  asked: (string | null)[];
  clientId(): string | undefined;
  close(): Promise<void>;
}

/** A client of the official SDK that knows a URL, and no secret. */
export async function agentClient(
  { send, url }: { send: Send; url: string },
  agree: Agree,
  { clientMetadataUrl }: { clientMetadataUrl?: string } = {},
): Promise<AgentClient> {
  const held: {
    client?: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
    tokens?: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
    verifier?: string;
    discovery?: Awaited<ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>>;
    answer?: URL;
  } = {};
  const asked: (string | null)[] = [];
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: {
      client_name: "Agente del SDK",
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => held.client,
    saveClientInformation: (client) => void (held.client = client),
    tokens: () => held.tokens,
    saveTokens: (tokens) => void (held.tokens = tokens),
    saveCodeVerifier: (verifier) => void (held.verifier = verifier),
    codeVerifier: () => held.verifier ?? "",
    saveDiscoveryState: (state) => void (held.discovery = state),
    discoveryState: () => held.discovery,
    redirectToAuthorization: async (at) => {
      asked.push(at.searchParams.get("scope"));
      held.answer = await agree(at);
    },
  };

  const transportOf = (): StreamableHTTPClientTransport =>
    new StreamableHTTPClientTransport(new URL(url), {
      authProvider,
      fetch: async (input, init) => send(new Request(input, init)),
    });

  async function connect(): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
    const client = new Client(
      { name: "connect-tests", version: "1.0.0" },
      { versionNegotiation: { mode: "legacy" } },
    );
    const transport = transportOf();
    await client.connect(transport);
    return { client, transport };
  }

  /** Repeated if a person had to be asked in between. */
  async function afterAsking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || held.answer === undefined) throw error;
      await transportOf().finishAuth(held.answer.searchParams);
      return work();
    }
  }

  const connected = await afterAsking(connect);
  return {
    asked,
    clientId: () => held.client?.client_id,
    execute: async (input) => {
      const answer = await afterAsking(() =>
        connected.client.callTool({ name: "execute", arguments: input }),
      );
      const body = answer.structuredContent as { data?: Record<string, unknown> } | undefined;
      if (body?.data === undefined) throw new Error(JSON.stringify(answer));
      return body.data;
    },
    close: () => connected.client.close(),
  };
}
