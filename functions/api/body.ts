import type { HonoRequest } from "hono";
import { maxBodyBytes } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Media type, size and JSON, in that order. Stops reading at the limit, whatever was announced. */
export async function readJson(request: HonoRequest, limit = maxBodyBytes): Promise<unknown> {
  const encoding = request.header("content-encoding") ?? "identity";
  if (mediaTypeOf(request) !== "application/json" || encoding !== "identity") {
    throw new AppError("unsupported_media_type");
  }
  const bytes = await readBytes(request, limit);
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch {
    // The parser's message quotes the body, so it is not kept as the cause.
    throw new AppError("malformed_request");
  }
}

/** The body of an operation that takes none is ignored, but the size limit applies to every call. */
export async function passBody(request: HonoRequest): Promise<void> {
  await readBytes(request, maxBodyBytes);
}

export function mediaTypeOf(request: HonoRequest): string | undefined {
  return (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
}

function readBytes(request: HonoRequest, limit: number): Promise<Uint8Array> {
  return readWithin(request, limit).catch(throwHungUp);
}

/** A broken stream means that the caller hung up, not that we failed. */
export function throwHungUp(error: unknown): never {
  throw error instanceof AppError ? error : new AppError("malformed_request", { cause: error });
}

/** Reads up to the announced length; without one, counts bytes as they arrive. */
async function readWithin(request: HonoRequest, limit: number): Promise<Uint8Array> {
  const announced = request.header("content-length");
  if (announced === undefined) return readUpTo(request.raw.body, limit);
  if (Number(announced) > limit) throw tooLarge(limit);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return bytes;
}

export async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const reader = stream?.getReader();
  let size = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      void passOver(reader);
      throw tooLarge(limit);
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

/**
 * Stopping early would close the connection, and with it the caller's next request; the server limits how long a body
 * may take.
 */
async function passOver(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<void> {
  try {
    while ((await reader?.read())?.done === false);
  } catch {
    // A caller who hung up needs no answer.
  }
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("payload_too_large", { details: { limitBytes } });
}
