import { dayText, relativeText } from "../../texts/words.ts";

interface WhenProps {
  at: Date | null;
  /** The text for a time that never was, or never will be. */
  never?: string;
  /** Adds how long ago, or in how long. */
  now?: Date;
}

/** An instant, with its day and hour in Santiago. */
export function When({ at, never = "nunca", now }: WhenProps) {
  if (at === null) return <>{never}</>;
  return (
    <>
      <time datetime={at.toISOString()}>{dayText(at)}</time>
      {now !== undefined && <span class="ago"> ({relativeText(at, now)})</span>}
    </>
  );
}
