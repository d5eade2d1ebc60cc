import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A real HTTP server on this machine. */
export async function listen(
  listener: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface ProviderServer {
  url: string;
  /** Every path that was requested. */
  asked: string[];
  /** Codes that get status 500. */
  broken: Set<string>;
  publish(codigo: string, values: Record<string, number>): void;
  close: () => Promise<void>;
}

/** A provider that publishes what a test tells it to. */
export async function startProvider(): Promise<ProviderServer> {
  const published = new Map<string, Map<string, number>>();
  const asked: string[] = [];
  const broken = new Set<string>();

  const answerTo = (path: string): [status: number, body: unknown] => {
    const [, , codigo = "", part = ""] = path.split("/");
    const values = published.get(codigo);
    if (broken.has(codigo)) return [500, {}];
    if (values === undefined) return [404, { message: "Indicador no encontrado" }];
    const serie = [...values]
      .filter(([day]) => day.startsWith(part.split("-").toReversed().join("-")))
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .slice(0, part === "" ? 31 : 366)
      // The day's first hour in Santiago, in winter and in summer.
      .map(([day, valor]) => ({ fecha: `${day}T04:00:00.000Z`, valor }));
    return [200, { version: "1.7.0", codigo, nombre: codigo, unidad_medida: "Pesos", serie }];
  };

  const { url, close } = await listen((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const [status, body] = answerTo(path);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return {
    url,
    asked,
    broken,
    publish: (codigo, values) => {
      const known = published.get(codigo) ?? new Map<string, number>();
      for (const [day, valor] of Object.entries(values)) known.set(day, valor);
      published.set(codigo, known);
    },
    close,
  };
}
