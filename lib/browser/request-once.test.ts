import { expect, test } from "vitest";
import { requestOnce } from "./request-once.ts";
import { openAddress } from "./navigate.ts";
import { browserBench, page } from "./testing/browser-bench.ts";

const { site, session } = browserBench();

test("an answer is not lost for a cookie that the browser refuses, nor are the other cookies", async () => {
  const refused = [`a=${"x".repeat(5_000)}`, "__Host-b=1; Path=/x", "__Secure-c=1"];
  const portal = await site({
    "/": page("mine"),
    "/sent": (_request, response) => {
      const cookies = [...refused, "sesion=dos; Path=/; Max-Age=1e400"];
      response.writeHead(200, { "set-cookie": cookies }).end("sent");
    },
  });
  const opened = await session(portal.url);
  await openAddress(opened, portal.url);
  const asked = { url: `${portal.url}/sent`, encodedForm: "a=1", limitMs: 10_000 };
  const { status, bytes } = await requestOnce(opened, asked);
  expect([status, bytes.toString()]).toEqual([200, "sent"]);
  const kept = await opened.page.context().cookies();
  expect(kept.map(({ name, value }) => `${name}=${value}`)).toEqual(["sesion=dos"]);
});
