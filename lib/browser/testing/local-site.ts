import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type PageAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export interface LocalSite {
  url: string;
  /** The paths requested, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** A test's own site on a free port of this machine. A string is a page; a function answers. */
export async function startLocalSite(
  pages: Record<string, string | Buffer | PageAnswer>,
  host = "127.0.0.1",
): Promise<LocalSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? "/", "http://site")?.pathname ?? "/";
    asked.push(path);
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (typeof page === "function") return page(request, response);
    const charset = page instanceof Buffer ? "ISO-8859-1" : "utf-8";
    response.writeHead(page === undefined ? 404 : 200, {
      "content-type": `text/html; charset=${charset}`,
    });
    response.end(page ?? "not here");
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
