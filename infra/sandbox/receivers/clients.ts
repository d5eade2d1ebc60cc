interface ClientAnswer {
  /** Text is sent unchanged. */
  document: unknown;
  status: number;
  headers: Record<string, string>;
  delayMs: number;
}

/** Documents of OAuth clients, as their makers publish them. */
export interface Clients {
  program(name: string, answer: Partial<ClientAnswer>): ClientAnswer;
  /** Null for an unpublished name. Counts the fetch. */
  fetch(name: string): ClientAnswer | null;
  fetchesOf(name: string): number;
  reset(): void;
}

export function createClients(urlOf: (name: string) => string): Clients {
  const answers = new Map<string, ClientAnswer>();
  const fetches = new Map<string, number>();
  return {
    program(name, { document = usualDocument(name, urlOf(name)), ...given }) {
      const headers = { "content-type": "application/json", ...given.headers };
      const answer = { status: 200, delayMs: 0, ...given, document, headers };
      answers.set(name, answer);
      return answer;
    },
    fetch(name) {
      fetches.set(name, (fetches.get(name) ?? 0) + 1);
      return answers.get(name) ?? null;
    },
    fetchesOf: (name) => fetches.get(name) ?? 0,
    reset: () => {
      answers.clear();
      fetches.clear();
    },
  };
}

/** The document of a program on a person's machine, which listens on any port. */
function usualDocument(name: string, url: string) {
  return {
    client_id: url,
    client_name: `Agente ${name}`,
    redirect_uris: ["http://127.0.0.1/callback", "http://localhost/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}
