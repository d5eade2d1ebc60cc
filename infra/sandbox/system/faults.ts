export const faultKinds = [
  "wrong_password",
  "account_blocked",
  "session_active",
  "session_ended",
  "unavailable",
  "slow",
  "hang",
  "layout_changed",
  "identity_mismatch",
  "cut_after_alcance",
  "device_approval_pending",
  "not_enrolled",
  "type_not_authorized",
  "preview_alert",
  "preview_changed",
  "no_certificate",
  "bad_certificate_password",
  "send_rejected",
  "send_lost",
  "send_dropped",
  "send_script_alert",
  "send_already_sent",
  "send_processing",
  "send_session_expired",
  "issued_list_late",
  "summary_differs",
  "pdf_late",
  "pdf_other",
  "pdf_html",
  "pdf_encrypted",
  "pdf_empty",
  "pdf_large",
  "revoke_unconfirmed",
  "export_late",
  "export_cut",
  "sum_differs",
  "no_folios",
  "plan_exhausted",
  "certificate_expired",
  "duplicate_folio",
  "rate_limited",
  "mail_lost",
  "mail_dropped",
  "mail_lingers",
  "draft_lost",
  "draft_lingers",
  "refresh_lost",
  "consent_denied",
  "scope_missing",
] as const;

export type FaultKind = (typeof faultKinds)[number];

interface Fault {
  kind: FaultKind;
  times: number;
  delayMs?: number | undefined;
}

export interface Faults {
  add(fault: Fault): void;
  /**
   * The only place that decides whether a request misbehaves. A portal asks at the spot where the kind fits; a yes
   * uses up one of the fault's times.
   */
  take(...kinds: FaultKind[]): Fault | undefined;
  pending(): Fault[];
  clear(): void;
  /** Aborts when the pending faults are cleared, so that a hanging request is released. */
  cleared(): AbortSignal;
}

export function createFaults(): Faults {
  let queue: Fault[] = [];
  let release = new AbortController();
  return {
    add: (fault) => void queue.push({ ...fault }),
    take(...kinds) {
      const fault = queue.find((candidate) => kinds.includes(candidate.kind));
      if (!fault) return undefined;
      fault.times -= 1;
      queue = queue.filter((candidate) => candidate.times > 0);
      return { ...fault };
    },
    pending: () => queue.map((fault) => ({ ...fault })),
    clear() {
      queue = [];
      release.abort();
      release = new AbortController();
    },
    cleared: () => release.signal,
  };
}
