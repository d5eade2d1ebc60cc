import type { Delivered, Entrega, Surface } from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import { offerDocument } from "./offer-document.ts";
import type { FileRef } from "./operation-file.ts";

/** More than that is of no use to a model, which reads everything that it is answered. */
const mostForAgents = 60 * 1024;

/** A stored file as its caller wants it: its content, or a link to it. */
export async function handOver(
  ctx: Context & { baseUrl: string; surface: Surface },
  entrega: Entrega,
  { bytes, ...file }: FileRef & { name: string; bytes: Buffer },
): Promise<Delivered> {
  const isTooLong = ctx.surface === "mcp" && bytes.length > mostForAgents;
  if (entrega === "enlace" || isTooLong) {
    return { contenidoBase64: null, enlace: await offerDocument(ctx, file) };
  }
  return { contenidoBase64: bytes.toString("base64"), enlace: null };
}
