import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";
import type { Target } from "./resolve-target.ts";

/** How every connection is made: to a checked address, with a certificate for the target's name. */
export function tlsOptions({ host, port, ca }: Target, address: string): ConnectionOptions {
  return {
    host: address,
    port,
    // An IP address is not sent as a name; the certificate is then checked against the address.
    servername: isIP(host) === 0 ? host : "",
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  };
}
