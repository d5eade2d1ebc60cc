/** What a worker that drives a browser needs, the same for both. */
export const browserLimits = {
  // A month of a slow portal takes two minutes; the worker stops itself 30 seconds before this.
  timeoutSeconds: 300,
  // Chromium takes 600 MB with a heavy page, and two thirds of a core and more come with 2 GB.
  memoryMb: 2_048,
  // 180 MB of unpacked browser, a profile, capped downloads, and space for a core dump of 320 MB.
  storageMb: 2_048,
} as const;

export const browserFunction = {
  // The packaged browser exists for this architecture alone.
  architecture: "x86_64",
  timeout: `${browserLimits.timeoutSeconds} seconds`,
  memory: `${browserLimits.memoryMb} MB`,
  storage: `${browserLimits.storageMb} MB`,
} as const;

export const workersAtOnce = {
  // A thousand connections keep two busy on average; the first days of a month and outages make peaks.
  "sync-worker": 20,
  // Somebody waits for each of these, so they do not wait behind the syncs; ten companies at once.
  "emission-worker": 10,
} as const;
