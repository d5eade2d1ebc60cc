import type { Guide } from "./block.ts";

/** What the guides are written with, in place of the address of the service that shows them. */
export const serviceUrl = "https://connect.example";

/** A guide with the address at which its reader has it: its examples can be pasted as they are. */
export function guideAt(guide: Guide, baseUrl: string): Guide {
  const here = (text: string): string => text.replaceAll(serviceUrl, baseUrl);
  return {
    ...guide,
    markdown: here(guide.markdown),
    blocks: guide.blocks.map((block) =>
      block.kind === "code" ? { ...block, text: here(block.text) } : block,
    ),
  };
}
