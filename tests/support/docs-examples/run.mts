// Each example is a module; what the service refuses is written as the other languages see it.
import { readFile, writeFile } from "node:fs/promises";
import type * as Client from "#lib/client/index.ts";

interface Exported {
  default?: { fetch?(request: Request): Promise<Response> };
  sendFix?(connect: object, fix: object): Promise<unknown>;
}
interface Planned {
  file: string;
  out: string;
}

const examples = JSON.parse(await readFile("plan.json", "utf8")) as Planned[];
for (const { file, out } of examples) await writeFile(out, `${await ended(file)}\n`);

async function ended(file: string): Promise<string> {
  try {
    await use((await import(file)) as Exported);
    return "exit 0";
  } catch (error) {
    const { name, code, stack } = error as { name: string; code?: string; stack?: string };
    return name === "ConnectError" ? JSON.stringify({ error: { code } }) : (stack ?? String(error));
  }
}

/** An example that is a function is called. */
async function use({ default: receiver, sendFix, ...others }: Exported): Promise<void> {
  const unused = Object.keys(others);
  if (unused.length > 0) throw new Error(`nobody calls ${unused.join()}`);
  // By a name that only the project it is copied into can resolve.
  const name: string = "connect-client";
  const client = (await import(name)) as typeof Client;
  if (receiver?.fetch !== undefined) {
    const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    const data = { test: true, message: "hola", endpoint_id: "whk_1" } as const;
    const signed = await client.signTestWebhook({ type: "webhook.test", data }, secret);
    const answer = await receiver.fetch(
      new Request("http://receiver.test", { method: "POST", ...signed }),
    );
    if (answer.status !== 204) throw new Error(`the receiver answered ${answer.status}`);
  }
  if (sendFix !== undefined) {
    const fix = {
      toolId: "echo.mensaje.repetir",
      input: { mensaje: "hola" },
      connection: null,
      idempotencyKey: crypto.randomUUID(),
    };
    const connect = new client.Connect();
    await sendFix(connect, fix);
    const { meta } = (await sendFix(connect, fix)) as { meta: { idempotency?: string } };
    if (meta.idempotency !== "replayed") throw new Error("the fix went without its key");
  }
}
