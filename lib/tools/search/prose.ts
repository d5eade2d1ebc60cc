import { blockMarkdown, type Block, type Guide } from "#lib/guides/index.ts";

/** A section of a guide, which can be read but not called. */
export interface Passage {
  /** `errors#validation_error`: the guide and its section. */
  id: string;
  title: string;
  text: string;
}

export function passagesOf(guides: readonly Guide[]): Passage[] {
  return guides.flatMap((guide) =>
    sectionsOf(guide).map(({ heading, blocks }) => ({
      id: heading === null ? guide.id : `${guide.id}#${heading.id}`,
      title: heading === null ? guide.title : `${guide.title}: ${heading.text}`,
      text: [...(heading === null ? [guide.summary] : []), ...blocks.map(blockMarkdown)].join(
        "\n\n",
      ),
    })),
  );
}

type Heading = Extract<Block, { kind: "heading" }>;

interface Section {
  /** Null before the first heading. */
  heading: Heading | null;
  blocks: Block[];
}

function sectionsOf({ blocks }: Guide): Section[] {
  const sections: Section[] = [{ heading: null, blocks: [] }];
  for (const block of blocks) {
    if (block.kind === "heading") sections.push({ heading: block, blocks: [] });
    if (block.kind !== "heading") sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

/** As many whole sentences as fit; if the first is too long, its beginning. */
export function firstSentences(text: string, maxChars: number): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (plain.length <= maxChars) return plain;
  const ends = [...plain.matchAll(/[.!?](?= )/g)].map(({ index }) => index + 1);
  const end = ends.findLast((place) => place <= maxChars);
  if (end !== undefined) return plain.slice(0, end);
  const cut = plain.lastIndexOf(" ", maxChars - 1);
  return `${plain.slice(0, cut === -1 ? maxChars - 1 : cut)}…`;
}
