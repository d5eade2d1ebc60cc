import type { World } from "../../system/system.ts";

interface Lingering<Draft extends { id: string }> {
  /** For so long the draft is still shown, and what it became is not where that has a name here. */
  begin(draft: Draft, ms: number, hiddenId: string | null): void;
  /** Whether it was shown until now. */
  end(draftId: string): boolean;
  find(draftId: string): Draft | undefined;
  shown(): Draft[];
  hides(messageId: string): boolean;
}

/** A provider of many machines: what one of them did, the others learn later. */
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
