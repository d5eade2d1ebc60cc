/** What a worker with a browser needs; the same for both workers. */
export const browserLimits = {
  // A month at a slow portal takes two minutes; the worker stops itself 30 seconds before this limit.
  timeoutSeconds: 300,
  // Chromium takes 600 MB for a heavy page, and 2 GB come with more than two thirds of a core.
  memoryMb: 2_048,
  // 180 MB of unpacked browser, a profile, capped downloads, and space for a core dump of 320 MB.
  storageMb: 2_048,
} as const;

export const browserFunction = {
  // The packaged browser exists only for this architecture.
  architecture: "x86_64",
  timeout: `${browserLimits.timeoutSeconds} seconds`,
  memory: `${browserLimits.memoryMb} MB`,
  storage: `${browserLimits.storageMb} MB`,
} as const;

export const workersAtOnce = {
  // A thousand connections keep two busy on average; outages and the first days of a month cause peaks.
  "sync-worker": 20,
  // Somebody waits for each of these, so they must not queue behind syncs; ten companies at once.
  "emission-worker": 10,
} as const;
