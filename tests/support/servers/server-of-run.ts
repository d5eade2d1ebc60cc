import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { inject } from "vitest";
import type { ServersOfRun } from "../vitest/start-servers.ts";

const asked = new Map<string, Promise<unknown>>();

/** A server that all test files share, started for the first that asks. */
export function serverOfRun<Name extends keyof ServersOfRun>(
  name: Name,
): Promise<ServersOfRun[Name]> {
  const server = asked.get(name) ?? askFor(name);
  asked.set(name, server);
  return server as Promise<ServersOfRun[Name]>;
}

async function askFor(name: string): Promise<unknown> {
  const socket = connect(inject("servers").socket);
  socket.end(name);
  const answer = JSON.parse(await text(socket)) as { told?: unknown; error?: string };
  if (answer.error !== undefined)
    throw new Error(`The run's ${name} did not start: ${answer.error}`);
  return answer.told;
}
