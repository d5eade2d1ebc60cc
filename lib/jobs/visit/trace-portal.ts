import { isTracing, traced, type SpanFields } from "#lib/kernel/trace.ts";
import type { OpenPortal } from "../worker-context.ts";

/**
 * A span for everything that is done in a portal: opening, login, each reading, logout, closing.
 */
export function tracePortal(open: OpenPortal): OpenPortal {
  if (!isTracing()) return open;
  return async (connector, options) => {
    const fields = { "connect.connector": connector };
    const portal = await traced({ name: "portal open", kind: "client", fields }, () =>
      open(connector, options),
    );
    return {
      driver: tracedObject(portal.driver, fields),
      evidence: () => portal.evidence(),
      close: () => traced({ name: "portal close", fields }, () => portal.close()),
    };
  };
}

type Method = (...input: unknown[]) => Promise<unknown>;

/** Every method of a driver gets a span, without this file having to know it. */
function tracedObject<T extends object>(target: T, fields: SpanFields): T {
  return new Proxy(target, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name);
      // The part that issues documents is a separate object within the driver.
      if (typeof value === "object" && value !== null) return tracedObject(value, fields);
      if (typeof value !== "function" || typeof name !== "string") return value;
      const method = value as Method;
      return (...input: unknown[]) => {
        const own = name === "read" ? { ...fields, "connect.alcance": String(input[0]) } : fields;
        return traced({ name: `portal ${name}`, kind: "client", fields: own }, () =>
          method.apply(of, input),
        );
      };
    },
  });
}
