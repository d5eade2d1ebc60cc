import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface RewritingProxy {
  url: string;
  close(): void;
}

/**
 * A portal whose pages differ in one place, or where something happens before a page is shown. Bytes pass through as
 * Latin-1, so none is lost.
 */
export async function rewritingProxy(
  target: string,
  rewrite: (body: string) => string | Promise<string>,
): Promise<RewritingProxy> {
  const server = createServer((request, response) => {
    const received: Buffer[] = [];
    request.on("data", (chunk: Buffer) => received.push(chunk));
    request.on("end", () => {
      const { host: _, connection: __, ...headers } = request.headers;
      const body = Buffer.concat(received);
      fetch(`${target}${request.url}`, {
        method: request.method ?? "GET",
        headers: Object.entries(headers).flatMap(([name, value]) =>
          typeof value === "string" ? [[name, value] as [string, string]] : [],
        ),
        redirect: "manual",
        ...(body.length > 0 && { body }),
      })
        .then(async (answer) => {
          const text = Buffer.from(await answer.arrayBuffer()).toString("latin1");
          const shown = await rewrite(text);
          for (const [name, value] of answer.headers) {
            if (!["content-length", "content-encoding", "transfer-encoding"].includes(name)) {
              response.setHeader(name, value);
            }
          }
          response.setHeader("set-cookie", answer.headers.getSetCookie());
          response.writeHead(answer.status);
          response.end(Buffer.from(shown, "latin1"));
        })
        .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
