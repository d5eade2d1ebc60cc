import type { RequestOptions } from "./options.ts";
import type { Download } from "./transport.ts";

/**
 * Follows a file from part to part. Whatever host a link names, the credential is only sent to the
 * service.
 */
export function exportParts(download: Download) {
  return async function* parts(
    url: string,
    options?: RequestOptions,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    let next: string | undefined = url;
    while (next !== undefined) {
      const path: string = `/v1/exports/${lastOf(next)}`;
      const part = await download({ method: "GET", path, options });
      yield part.bytes;
      next = /<([^>]+)>; rel="next"/.exec(part.link ?? "")?.[1];
    }
  };
}

/** The last segment of a link. */
export function lastOf(url: string): string {
  return encodeURIComponent(url.slice(url.lastIndexOf("/") + 1));
}
