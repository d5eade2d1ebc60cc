import type { Guide } from "./block.ts";

/** The address in the guides' sources, replaced by that of the service that shows them. */
export const serviceUrl = "https://connect.example";

/** A guide with its reader's own service address, so that examples can be pasted unchanged. */
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
