import { packageFile } from "#lib/client/package.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { getClientPackage } from "./operations.ts";

/** A version's bytes may change during development, so caches keep them only briefly. */
const headers = { "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" };

export function clientPackageRoutes(serve: ControlServer, { clientPackage }: RouteDeps): void {
  serve.document(getClientPackage, async ({ params: { file } }) => {
    switch (file) {
      case packageFile: {
        const { tarball } = await clientPackage();
        return new Response(tarball, {
          headers: { ...headers, "content-type": "application/gzip" },
        });
      }
      case `${packageFile}.sha512`: {
        const { sum } = await clientPackage();
        return new Response(sum, {
          headers: { ...headers, "content-type": "text/plain; charset=UTF-8" },
        });
      }
      default:
        throw new AppError("tool_not_found");
    }
  });
}
