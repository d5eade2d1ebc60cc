import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { Api } from "./api.ts";
import { readList } from "./read-list.ts";

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

/** A server on this machine, at its own address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

function apiAt(baseUrl: string): Api {
  const api = new Api({ baseUrl, signal: AbortSignal.timeout(10_000) });
  api.enter("the-key");
  return api;
}

const row = {
  parse: (raw: unknown) => raw as { id: string },
  keyOf: ({ id }: { id: string }) => id,
};
const unexpected = { code: "upstream_unexpected_response" };

test("the key is sent only to the API, wherever a link or a redirect leads", async () => {
  const seen: unknown[] = [];
  const elsewhere = await serve(({ headers }, response) => {
    seen.push(headers["api-key"]);
    response.end("[]");
  });
  const redirecting = apiAt(
    await serve((_request, response) => response.writeHead(302, { location: elsewhere }).end()),
  );
  await expect(redirecting.read("cuenta")).rejects.toMatchObject(unexpected);
  const linking = apiAt(
    await serve((_request, response) => {
      response.setHeader("x-total", "2");
      response.setHeader("link", `<${elsewhere}/v2/folios>; rel="next"`);
      response.end("[{}]");
    }),
  );
  await expect(readList(linking, "folios", row)).rejects.toMatchObject(unexpected);
  const climbing = apiAt(
    await serve((_request, response) => {
      response.setHeader("x-total", "2");
      response.setHeader("link", '</admin>; rel="next"');
      response.end("[{}]");
    }),
  );
  await expect(readList(climbing, "folios", row)).rejects.toMatchObject(unexpected);
  expect(seen).toEqual([]);
});

test("an answer of more than a MiB is not read, nor a compressed one", async () => {
  const large = apiAt(
    await serve((_request, response) => response.end(`"${"x".repeat(1024 * 1024)}"`)),
  );
  await expect(large.read("cuenta")).rejects.toMatchObject(unexpected);
  const packed = apiAt(
    await serve((_request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end("x");
    }),
  );
  await expect(packed.read("cuenta")).rejects.toMatchObject(unexpected);
});

test("a list whose links form a circle ends", async () => {
  const circle = apiAt(
    await serve((_request, response) => {
      response.setHeader("x-total", "1");
      response.setHeader("link", '<folios>; rel="next"');
      response.end("[{}]");
    }),
  );
  await expect(readList(circle, "folios", row)).rejects.toMatchObject(unexpected);
});

test("a list of very long pages ends before it fills the memory", async () => {
  let pages = 0;
  const row = JSON.stringify([{ id: "x".repeat(1_000_000) }]);
  const long = apiAt(
    await serve((_request, response) => {
      pages += 1;
      response.setHeader("x-total", "1");
      response.setHeader("link", `<folios?pagina=${pages}>; rel="next"`);
      response.end(row);
    }),
  );
  await expect(
    readList(long, "folios", { parse: () => null, keyOf: String }),
  ).rejects.toMatchObject(unexpected);
  expect(pages).toBeLessThan(100);
});

/** A list of three in which a row moves during each of the first readings. */
async function movingList(readings: number) {
  const moved = [[{ id: "a" }, { id: "b" }], [{ id: "b", folio: 7 }]];
  const still = [[{ id: "a" }, { id: "b", folio: 7 }], [{ id: "c" }]];
  let begun = 0;
  const api = apiAt(
    await serve(({ url = "" }, response) => {
      const isFirst = !url.includes("pagina=2");
      if (isFirst) begun += 1;
      response.setHeader("x-total", "3");
      if (isFirst) response.setHeader("link", '<documentos?pagina=2>; rel="next"');
      response.end(JSON.stringify((begun <= readings ? moved : still)[isFirst ? 0 : 1]));
    }),
  );
  return { list: await readList(api, "documentos", row), begun };
}

test("a list in which a row moved between two pages meanwhile is read again", async () => {
  const { list, begun } = await movingList(1);
  const rows = [{ id: "a" }, { id: "b", folio: 7 }, { id: "c" }];
  expect([list, begun]).toEqual([{ rows, incompletos: 0, completo: true }, 2]);
});

test("a row that is on two pages does not make up for one on neither, however often it is read", async () => {
  const { list, begun } = await movingList(Infinity);
  const rows = [{ id: "a" }, { id: "b", folio: 7 }];
  expect([list, begun]).toEqual([{ rows, incompletos: 0, completo: false }, 3]);
});

test("a visit told to wait for long does not wait", async () => {
  let asked = 0;
  const api = apiAt(
    await serve((_request, response) => {
      asked += 1;
      response.writeHead(429, { "retry-after": "60" }).end("{}");
    }),
  );
  await expect(api.read("cuenta")).rejects.toMatchObject({
    code: "connection_busy",
    details: { retryAfterSeconds: 60 },
  });
  expect(asked).toBe(1);
});

test("a cut connection yields no answer, and no request is repeated", async () => {
  let asked = 0;
  const api = apiAt(
    await serve((request) => {
      asked += 1;
      request.socket.destroy();
    }),
  );
  const sending = api.once({ path: "documentos", body: {} });
  await expect(sending).rejects.toMatchObject({ code: "upstream_error" });
  expect(asked).toBe(1);
});
