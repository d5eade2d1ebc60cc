import type { ClientDiscovery } from "@better-auth/oauth-provider";
import { matchingRedirect } from "../redirect-uris.ts";

export const documentDiscovery = "document";

/** A client identified by its own document has the document's address as its id. */
export function isDocumentId(clientId: string): boolean {
  return clientId.startsWith("https://");
}

/**
 * For the library, such a client is the row that our own fetch has stored: it fetches nothing.
 * `localhost` may have any port, which the library only allows for IP addresses.
 */
export const storedDocuments: ClientDiscovery = {
  id: documentDiscovery,
  matches: isDocumentId,
  resolve: (ctx, _clientId, existing) => {
    if (existing === null) return null;
    const { redirectUris = [] } = existing;
    const query = ctx.query as { redirect_uri?: unknown } | undefined;
    const asked = query?.redirect_uri;
    if (typeof asked !== "string" || matchingRedirect(redirectUris, asked) === null)
      return existing;
    return { ...existing, redirectUris: [...redirectUris, asked] };
  },
  discoveryMetadata: { client_id_metadata_document_supported: true },
};
