import { expect, test } from "vitest";
import { Connect } from "./connect.ts";

const busy = (): Response =>
  new Response("<html>", { status: 503, headers: { "retry-after": "0" } });
const next = '<https://connect.test/v1/exports/dos>; rel="next"';

/** Answers with these in turn. */
function client(answers: Response[]) {
  const asked: string[] = [];
  const answering: typeof fetch = async (url) => {
    asked.push(new URL(url).pathname);
    return answers.shift() ?? Response.error();
  };
  const options = { baseUrl: "https://connect.test", apiKey: "connect_sk_uno", fetch: answering };
  return { connect: new Connect(options), asked };
}

test("a part of an export whose failure may pass is fetched again, and yielded once", async () => {
  const { connect, asked } = client([
    new Response("a\n", { headers: { link: next } }),
    busy(),
    busy(),
    new Response("b\n"),
  ]);
  const texts: string[] = [];
  for await (const part of connect.exports.parts("https://connect.test/v1/exports/uno")) {
    texts.push(new TextDecoder().decode(part));
  }
  expect(texts).toEqual(["a\n", "b\n"]);
  expect(asked.map((path) => path.split("/").at(-1))).toEqual(["uno", "dos", "dos", "dos"]);
});

test("a document is requested once, whatever the answer", async () => {
  const { connect, asked } = client([busy(), new Response("%PDF")]);
  const getting = connect.documents.get("https://connect.test/v1/documents/uno");
  await expect(getting).rejects.toMatchObject({ name: "ConnectNoAnswer", status: 503 });
  expect(asked).toHaveLength(1);
});
