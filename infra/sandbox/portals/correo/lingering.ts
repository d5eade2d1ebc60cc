import type { World } from "../../system/system.ts";

interface Lingering<Draft extends { id: string }> {
  /** How long a sent draft still shows; if named here, its mail does not show meanwhile. */
  begin(draft: Draft, ms: number, hiddenId: string | null): void;
  /** Whether it was still shown. */
  end(draftId: string): boolean;
  find(draftId: string): Draft | undefined;
  shown(): Draft[];
  hides(messageId: string): boolean;
}

/** Simulates a provider of many machines, which learn of changes late. */
export function createLingering<Draft extends { id: string }>(
  world: Pick<World, "now">,
): Lingering<Draft> {
  const drafts = new Map<string, { draft: Draft; untilMs: number }>();
  const hidden = new Map<string, number>();
  const isYet = (untilMs: number | undefined): boolean => (untilMs ?? 0) > world.now().getTime();
  const find = (id: string): Draft | undefined => {
    const found = drafts.get(id);
    return isYet(found?.untilMs) ? found?.draft : undefined;
  };
  return {
    find,
    begin(draft, ms, hiddenId) {
      const untilMs = world.now().getTime() + ms;
      drafts.set(draft.id, { draft, untilMs });
      if (hiddenId !== null) hidden.set(hiddenId, untilMs);
    },
    end(id) {
      const wasShown = find(id) !== undefined;
      drafts.delete(id);
      return wasShown;
    },
    shown: () => [...drafts.keys()].flatMap((id) => find(id) ?? []),
    hides: (id) => isYet(hidden.get(id)),
  };
}
