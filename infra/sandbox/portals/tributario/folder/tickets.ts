import { randomUUID } from "node:crypto";
import type { World } from "../../../system/system.ts";

const validMs = 30_000;

/** A page issues it and one request uses it: once, within half a minute, in its own visit. */
export interface FolderTickets {
  issue(world: World): string;
  spend(world: World, ticket: string | undefined): boolean;
}

export function newFolderTickets(): FolderTickets {
  const open = new Map<string, { service: number; real: number }>();
  return {
    issue(world) {
      const ticket = randomUUID();
      open.set(ticket, { service: world.now().getTime(), real: performance.now() });
      return ticket;
    },
    spend(world, ticket) {
      const from = open.get(ticket ?? "");
      open.delete(ticket ?? "");
      if (!from) return false;
      const passed = Math.max(world.now().getTime() - from.service, performance.now() - from.real);
      return passed < validMs;
    },
  };
}
