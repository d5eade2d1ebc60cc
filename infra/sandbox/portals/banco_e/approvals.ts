import { randomUUID } from "node:crypto";
import type { Bank } from "../../bank/bank.ts";
import type { KnownLogin } from "../../system/credentials.ts";
import type { World } from "../../system/system.ts";

type ApprovalState = "PENDIENTE" | "APROBADA" | "EXPIRADA";

/** The second step of a login: a message to a device, which its owner confirms after a moment. */
interface Approvals {
  ask(login: KnownLogin): string;
  /** One poll. Undefined for an unknown request. */
  poll(id: string): ApprovalState | undefined;
  /** Who logged in, once a poll has said that it is approved; only once. */
  redeem(id: string): KnownLogin | undefined;
  cancel(id: string): void;
}

interface Request {
  login: KnownLogin;
  askedAt: { service: number; real: number };
  confirmed: boolean;
  polls: number;
  held: { until: number; cleared: AbortSignal } | undefined;
  state: ApprovalState;
}

export interface BancoE extends Bank {
  approvals: Approvals;
}

const confirmedAfterMs = 500;
const validMs = 3 * 60_000;

export function createApprovals(world: World): Approvals {
  const requests = new Map<string, Request>();
  const instant = () => ({ service: world.now().getTime(), real: performance.now() });

  function isExpired({ askedAt }: Request): boolean {
    const now = instant();
    return Math.max(now.service - askedAt.service, now.real - askedAt.real) >= validMs;
  }

  /** A fault delays one poll or, with `delayMs`, every poll until then or until it is deleted. */
  function isHeld(request: Request): boolean {
    const { held } = request;
    if (held && performance.now() < held.until && !held.cleared.aborted) return true;
    const fault = world.faults.take("device_approval_pending");
    if (!fault) return false;
    const until = performance.now() + (fault.delayMs ?? 0);
    request.held = { until, cleared: world.faults.cleared() };
    return true;
  }

  function nextState(request: Request): ApprovalState {
    if (request.state !== "PENDIENTE") return request.state;
    if (isExpired(request)) return "EXPIRADA";
    request.polls += 1;
    // The first poll never finds it approved, however fast pages are in a test.
    const isWaiting = isHeld(request) || !request.confirmed || request.polls === 1;
    return isWaiting ? "PENDIENTE" : "APROBADA";
  }

  return {
    ask(login) {
      const id = randomUUID();
      const request: Request = {
        login,
        askedAt: instant(),
        confirmed: false,
        polls: 0,
        held: undefined,
        state: "PENDIENTE",
      };
      requests.set(id, request);
      void world.pause(confirmedAfterMs).then(() => (request.confirmed = true));
      return id;
    },
    poll(id) {
      const request = requests.get(id);
      if (!request) return undefined;
      request.state = nextState(request);
      return request.state;
    },
    redeem(id) {
      const request = requests.get(id);
      if (request?.state !== "APROBADA" || isExpired(request)) return undefined;
      requests.delete(id);
      return request.login;
    },
    cancel: (id) => void requests.delete(id),
  };
}
