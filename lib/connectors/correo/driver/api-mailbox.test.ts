import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { apiMailbox } from "./api-mailbox.ts";
import { MailApi } from "./mail-api.ts";

let server: Server;
afterEach(() => void server.close());

test("a page of a search with more mails than were asked for is not read", async () => {
  const brief = { id: "m", hilo: "h", etiquetas: [], recibido: "1787245200000", fragmento: "" };
  const found = JSON.stringify({
    mensajes: Array.from({ length: 11 }, () => brief),
    siguiente: null,
  });
  const asked: string[] = [];
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.end(found);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const api = new MailApi(`http://127.0.0.1:${port}`, AbortSignal.timeout(10_000));
  const search = apiMailbox(api).search({ consulta: "", limit: 10, after: null });
  await expect(search).rejects.toMatchObject({ code: "upstream_unexpected_response" });
  expect(asked).toHaveLength(1);
});
