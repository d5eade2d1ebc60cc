/** A fenced block that a reader pastes, and its position. */
export interface Block {
  heading: string;
  language: string;
  text: string;
  /** The line of prose above it. */
  before: string;
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const fence = /^```(\w+)\n([^]*?)^```$/gm;
  return [...page.matchAll(fence)].map(({ 1: language = "", 2: text = "", index }) => {
    const above = page.slice(0, index).trimEnd();
    const heading = [...above.matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? "";
    return { heading, language, text, before: above.slice(above.lastIndexOf("\n") + 1) };
  });
}
