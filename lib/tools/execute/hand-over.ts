import type { Delivered, Entrega } from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import { offerDocument, type FileRef } from "#lib/ledger/index.ts";
import type { Surface } from "./request.ts";

/** More than that is of no use to a model, which reads everything that it is answered. */
const mostForAgents = 60 * 1024;

/** A stored file as its caller wants it: its content, or a link to it. */
export async function handOver(
  ctx: Context & { baseUrl: string },
  { surface, entrega }: { surface: Surface; entrega: Entrega },
  { bytes, ...file }: FileRef & { name: string; bytes: Buffer },
): Promise<Delivered> {
  const isTooLong = surface === "mcp" && bytes.length > mostForAgents;
  if (entrega === "enlace" || isTooLong) {
    return { contenidoBase64: null, enlace: await offerDocument(ctx, file) };
  }
  return { contenidoBase64: bytes.toString("base64"), enlace: null };
}
