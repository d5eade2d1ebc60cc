// Loaded before anything else in every process of a run with Neon's driver: its network, in which Neon's names lead
// to the run's relay. Plain Node runs this file, so it imports nothing of ours.
import path from "node:path";

const relay = process.env["NEON_RELAY"];
if (relay !== undefined) leadTo(relay);

function leadTo(address: string): void {
  const program = path.basename(process.argv[1] ?? "node");
  const led = (given: string | URL): string | URL => {
    const { hostname, pathname } = new URL(given);
    if (!hostname.endsWith(".neon.tech")) return given;
    const asked = new URLSearchParams({ host: hostname, program, pid: String(process.pid) });
    return `ws://${address}${pathname}?${asked.toString()}`;
  };
  globalThis.WebSocket = class extends globalThis.WebSocket {
    constructor(url: string | URL, protocols?: ConstructorParameters<typeof WebSocket>[1]) {
      super(led(url), protocols);
    }
  };
}
