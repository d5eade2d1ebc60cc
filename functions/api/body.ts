import type { HonoRequest } from "hono";
import { maxBodyBytes } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Media type, size and JSON, in that order. Stops reading at the limit, whatever was announced. */
export async function readJson(request: HonoRequest, limit = maxBodyBytes): Promise<unknown> {
  const mediaType = (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const encoding = request.header("content-encoding") ?? "identity";
  if (mediaType !== "application/json" || encoding !== "identity") {
    throw new AppError("unsupported_media_type");
  }
  const bytes = await readBytes(request, limit);
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch {
    // The parser's own words quote the body, so they are not kept as the cause.
    throw new AppError("malformed_request");
  }
}

/** What is sent to an operation that takes nothing is not looked at, but keeps to the size of every call. */
export async function passBody(request: HonoRequest): Promise<void> {
  await readBytes(request, maxBodyBytes);
}

function readBytes(request: HonoRequest, limit: number): Promise<Uint8Array> {
  return readWithin(request, limit).catch((error: unknown) => {
    // A stream that breaks is a caller who hung up: nothing of ours failed.
    throw error instanceof AppError ? error : new AppError("malformed_request", { cause: error });
  });
}

/** A body ends at the length that it announced; one that announced none is counted as it comes. */
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
 * To stop in the middle is to cut the connection, and with it the caller's next request: the server
 * bounds how long a body may come.
 */
async function passOver(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<void> {
  try {
    while ((await reader?.read())?.done === false);
  } catch {
    // Who hung up has its answer already.
  }
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("payload_too_large", { details: { limitBytes } });
}
