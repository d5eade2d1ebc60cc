/**
 * The same database by a name of Neon's, so that its driver is chosen as for a deployed service. It
 * is known to the relay of the tests alone, which tells servers apart by their port.
 */
export function byNeonName(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.hostname = `port-${url.port}.connect.neon.tech`;
  return url.toString();
}
