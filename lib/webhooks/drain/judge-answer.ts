export type Verdict = "delivered" | "retry" | "refused";

/** What a receiver's status means. A receiver that did not answer at all is `retry`. */
export function judgeStatus(status: number): Verdict {
  if (status >= 200 && status <= 299) return "delivered";
  if (status === 408 || status === 429 || status >= 500) return "retry";
  return "refused";
}

export function statusReason(status: number): string {
  const redirect = status >= 300 && status <= 399;
  return redirect ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}
