import type { PortalDriver } from "#lib/contract/index.ts";
import { outside } from "../emission-histories/mortal-edges.ts";

/** A portal's driver whose calls are steps outside: its process may stop before and after each. */
export function mortalDriver(driver: PortalDriver): PortalDriver {
  const { feeReceipts, folders, invoicing } = driver;
  return {
    ...driver,
    login: (...given) => outside(() => driver.login(...given)),
    read: (...given) => outside(() => driver.read(...given)),
    logout: () => outside(() => driver.logout()),
    ...(feeReceipts !== undefined && { feeReceipts: mortal(feeReceipts) }),
    ...(invoicing !== undefined && { invoicing: mortal(invoicing) }),
    ...(folders !== undefined && { folders: mortal(folders) }),
  };
}

function mortal<T extends object>(port: T): T {
  return new Proxy(port, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name);
      if (typeof part !== "function") return part;
      return (...given: unknown[]) =>
        outside(() => Promise.resolve(Reflect.apply(part, target, given)));
    },
  });
}
