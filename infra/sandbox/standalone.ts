import type { ServiceControl } from "./service-control.ts";

/** A service with only a clock, for running the sandbox alone. */
export function standaloneService(start?: Date): ServiceControl {
  let base = start ?? new Date();
  let since = performance.now();
  const refuse = async (): Promise<never> => {
    throw Object.assign(new Error("no service runs next to this sandbox"), {
      status: 501,
      code: "standalone",
    });
  };
  return {
    now: () => new Date(base.getTime() + performance.now() - since),
    async moveClock(to) {
      base = to;
      since = performance.now();
    },
    createOrganization: refuse,
    updateOrganization: refuse,
    createKey: refuse,
    revokeKey: refuse,
    updateConnection: refuse,
    auditOf: refuse,
    createMember: refuse,
    removeMember: refuse,
    mailsTo: refuse,
    clearMails: refuse,
    setNames: refuse,
    clearNames: refuse,
    forgetLogins: () => Promise.resolve(),
  };
}
