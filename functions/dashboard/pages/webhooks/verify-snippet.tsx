import { answeredWithin } from "#lib/webhooks/index.ts";
import { Copied } from "../parts/secret-page.tsx";

const receiver = `import { verifyWebhook } from "connect-client";

export default {
  async fetch(request) {
    const bytes = await request.arrayBuffer();
    const event = await verifyWebhook(bytes, request.headers, process.env.WEBHOOK_SECRET);
    if (event.type !== "webhook.test") await queue(event.id, event);
    return new Response(null, { status: 204 });
  },
};`;

/** How a receiver uses the secret, ready to copy. */
export function VerifySnippet() {
  return (
    <>
      <Copied label="Verifica la firma antes de leer el aviso" text={receiver} />
      <p class="hint">
        Sobre los bytes tal como llegaron. Responde 2xx en menos de {answeredWithin} y trabaja
        después.
      </p>
    </>
  );
}
