// Loaded before the bootstrap: the function's network. A name server of the harness answers, and a public address
// leads to a port of this machine.
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

export interface Network {
  nameServer: string;
  /** Maps "address:port" to a port on the loopback interface. */
  routes: Record<string, number>;
}

const given = process.env["MACHINE_NETWORK"];
if (given !== undefined) placeIn(JSON.parse(given) as Network);

function placeIn({ nameServer, routes }: Network): void {
  class Resolver extends dns.Resolver {
    constructor(options?: ConstructorParameters<typeof dns.Resolver>[0]) {
      super(options);
      this.setServers([nameServer]);
    }
  }
  dns.Resolver = Resolver;
  syncBuiltinESMExports();

  // TLS sockets are another class, but connect through this same method.
  const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  Socket.prototype.connect = function routed(this: Socket, ...args: unknown[]): Socket {
    // Node passes its own callers' arguments on as one list: [[options, callback]].
    const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as {
      host?: string;
      port?: number;
    } | null;
    const port = routes[`${options?.host}:${options?.port}`];
    if (port !== undefined && options !== null) Object.assign(options, { host: "127.0.0.1", port });
    return connect.apply(this, args);
  };
}
