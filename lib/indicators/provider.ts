import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { Fecha } from "#lib/chile/index.ts";
import { parseProviderAnswer, type PublishedValue } from "./provider-answer.ts";

/** The public JSON API of economic indicators. Missing values are an empty list. */
export interface IndicatorProvider {
  /** The newest values: about a month of a daily series. */
  newest(codigo: string): Promise<PublishedValue[]>;
  onDay(codigo: string, day: Fecha): Promise<PublishedValue[]>;
  ofYear(codigo: string, year: number): Promise<PublishedValue[]>;
}

interface IndicatorProviderOptions {
  baseUrl: string;
  fetch?: typeof fetch;
  /** For connection, headers and body together. */
  timeoutMs?: number;
}

const maxBytes = 1024 * 1024;

export function createIndicatorProvider(options: IndicatorProviderOptions): IndicatorProvider {
  const root = `${options.baseUrl.replace(/\/+$/, "")}/api`;
  const send = options.fetch ?? fetch;
  const timeoutMs = options.timeoutMs ?? 10_000;

  const ask = async (codigo: string, ...rest: string[]): Promise<PublishedValue[]> => {
    const url = [root, encodeURIComponent(codigo), ...rest].join("/");
    const text = await getText(send, url, AbortSignal.timeout(timeoutMs));
    return text === null ? [] : parseProviderAnswer(codigo, text);
  };
  return {
    newest: (codigo) => ask(codigo),
    onDay: (codigo, day) => ask(codigo, day.split("-").toReversed().join("-")),
    ofYear: (codigo, year) => ask(codigo, String(year)),
  };
}

/** Null when the provider answers that it does not exist. */
async function getText(
  send: typeof fetch,
  url: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const headers = { accept: "application/json" };
    const response = await send(url, { headers, signal, redirect: "error" });
    if (response.ok) return await readBody(response);
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new AppError("upstream_error", { cause: new Error(`status ${response.status}`) });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(signal.aborted ? "timeout" : "upstream_error", { cause: error });
  }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) {
      const cause = new Error(`an answer of more than ${maxBytes} bytes`);
      throw new AppError("upstream_unexpected_response", { cause });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const codes: readonly ErrorCode[] = ["upstream_error", "upstream_unexpected_response", "timeout"];

/** The provider's failure and not ours: stored values may still answer. */
export function isUpstreamFailure(error: unknown): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}
