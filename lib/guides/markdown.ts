import { callAsCurl, callAsTypeScript } from "./call-text.ts";
import type { Block, Guide } from "./block.ts";

export function markdownOf({ title, summary, blocks }: Omit<Guide, "markdown">): string {
  return [`# ${title}`, `> ${summary}`, ...blocks.map(blockMarkdown)].join("\n\n").concat("\n");
}

export function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "text":
      return block.text;
    case "note":
      return `> ${block.text}`;
    case "list":
      return block.items
        .map((item, index) => `${block.ordered ? `${index + 1}.` : "-"} ${item}`)
        .join("\n");
    case "table":
      return [block.head, block.head.map(() => "---"), ...block.rows].map(rowMarkdown).join("\n");
    case "code":
      return fenced(block.language, block.text);
    case "call":
      return [fenced("sh", callAsCurl(block)), fenced("ts", callAsTypeScript(block))].join("\n\n");
  }
}

function rowMarkdown(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
