import type { World } from "../system/system.ts";

/** The progress of one visit; part of what a portal remembers about a session. */
export interface Progress {
  /** Sections whose data was shown; `cut_after_alcance` refuses the next one. */
  shown: Set<string>;
  cut: boolean;
}

export function newProgress(): Progress {
  return { shown: new Set(), cut: false };
}

/**
 * What can stop a page with a section's data (that of an alcance): a session that ends during a sync, or a portal
 * that becomes unreachable after one section was read.
 */
export function sectionGate(
  world: World,
  progress: Progress,
  section: string,
): "open" | "ended" | "cut" {
  if (world.faults.take("session_ended")) return "ended";
  if (progress.shown.size > 0 && !progress.shown.has(section)) {
    progress.cut ||= world.faults.take("cut_after_alcance") !== undefined;
    if (progress.cut) return "cut";
  }
  progress.shown.add(section);
  return "open";
}
