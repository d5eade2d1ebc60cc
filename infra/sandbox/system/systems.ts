import { setTimeout as after } from "node:timers/promises";
import { Hono } from "hono";
import { santiagoDay } from "../generator/calendar.ts";
import { createCounters } from "./counters.ts";
import { createFaults } from "./faults.ts";
import { interference } from "./interference.ts";
import type { SandboxEnv, System, SystemDefinition, World } from "./system.ts";
import { rememberedFolios, seriesOf, type UsedFolios } from "./used-folios.ts";

export interface RunningSystem {
  definition: SystemDefinition;
  world: World;
  system: System;
  app: Hono<SandboxEnv>;
}

/** A system by its name, or a wrong call. */
export type FindSystem = (name: string) => RunningSystem;

export interface Systems {
  find(name: string): RunningSystem | undefined;
  all(): RunningSystem[];
  reset(): void;
  close(): void;
}

interface SystemsOptions {
  definitions: readonly SystemDefinition[];
  now(): Date;
  origin(): string;
  usedFolios?: UsedFolios | undefined;
  pageDelayMs?: number | undefined;
}

export function createSystems(options: SystemsOptions): Systems {
  const start = () =>
    new Map(options.definitions.map((one) => [one.system, startSystem(one, options)]));
  let running = start();
  const release = () => running.forEach((one) => one.world.faults.clear());
  return {
    find: (name) => running.get(name),
    all: () => [...running.values()],
    reset() {
      release();
      running = start();
    },
    close: release,
  };
}

export function basePath(definition: SystemDefinition): string {
  return definition.kind === "portal"
    ? `/portals/${definition.system}`
    : `/providers/${definition.system}`;
}

function startSystem(definition: SystemDefinition, options: SystemsOptions): RunningSystem {
  const base = basePath(definition);
  const world: World = {
    system: definition.system,
    base,
    url: () => `${options.origin()}${base}`,
    now: () => options.now(),
    today: () => santiagoDay(options.now()),
    counters: createCounters(),
    faults: createFaults(),
    usedFolios: seriesOf(definition.system, options.usedFolios ?? rememberedFolios()),
    pause: (usualMs) => after(options.pageDelayMs ?? usualMs),
  };
  const system = definition.create(world);
  const app = new Hono<SandboxEnv>();
  app.use(`${base}/*`, interference(world));
  app.route(base, system.routes);
  return { definition, world, system, app };
}
