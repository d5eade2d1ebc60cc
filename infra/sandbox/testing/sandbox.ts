import { startSandbox, type Sandbox, type ServiceControl, type UsedFolios } from "../index.ts";
import { standaloneService } from "../standalone.ts";

export interface TestSandbox extends Sandbox {
  service: ServiceControl;
  control<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T }>;
}

/** A sandbox on a free port, without page delays, at noon in Santiago of 21 November 2026. */
export async function startTestSandbox(
  service?: ServiceControl,
  usedFolios?: UsedFolios,
): Promise<TestSandbox> {
  const asked = service ?? standaloneService(new Date("2026-11-21T15:00:00Z"));
  const sandbox = await startSandbox({ port: 0, service: asked, pageDelayMs: 0, usedFolios });
  return {
    ...sandbox,
    service: asked,
    async control<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${sandbox.url}/control${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as T };
    },
  };
}
