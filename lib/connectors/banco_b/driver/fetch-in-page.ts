export interface PageCall {
  url: string;
  /** Null for a GET. */
  sent: { body: string; token: string } | null;
  limitMs: number;
}

export type Fetched =
  | { kind: "answered"; status: number; token: string | null; text: string }
  | { kind: "late" }
  | { kind: "lost" };

/** Runs inside the page: it knows nothing of this file. */
export async function fetchInPage({ url, sent, limitMs }: PageCall): Promise<Fetched> {
  const headers = { "content-type": "application/json", "x-csrf-token": sent?.token ?? "" };
  try {
    const response = await fetch(url, {
      ...(sent === null ? {} : { method: "POST", headers, body: sent.body }),
      signal: AbortSignal.timeout(limitMs),
    });
    const { status } = response;
    const token = response.headers.get("x-csrf-token");
    return { kind: "answered", status, token, text: await response.text() };
  } catch (error) {
    return { kind: (error as { name?: string }).name === "TimeoutError" ? "late" : "lost" };
  }
}
