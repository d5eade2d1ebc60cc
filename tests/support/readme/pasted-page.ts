import { readFile } from "node:fs/promises";
import type { Ready } from "#infra/local/local-mode.ts";
import { blocksOf, type Block } from "./blocks.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const pasted = ["sh", "bash", "ts"];

/** A page that a reader follows in a terminal of its own, block by block. */
export interface PastedPage {
  blocks: Block[];
  terminal: Terminal;
  /** The next block, of the section that is expected. */
  next(heading: string): Block;
  /** Pastes the next block. Only the addresses are replaced with this run's. */
  paste(heading: string): Promise<string>;
  /** The blocks that nobody has asked for. */
  left(): Block[];
}

export async function blocksOfPage(file: string): Promise<Block[]> {
  return blocksOf(await readFile(file, "utf8")).filter(({ language }) => pasted.includes(language));
}

export async function pastedPage(
  file: string,
  { folder, ready }: { folder: string; ready: Ready },
): Promise<PastedPage> {
  const blocks = await blocksOfPage(file);
  // A newcomer's shell has its own Node first, and nothing from the test run.
  const { PATH = "", HOME } = process.env;
  const ownPath = PATH.split(":").filter((entry) => !entry.includes("node_modules"));
  const terminal = openTerminal(folder, { PATH: ownPath.join(":"), HOME, TERM: "dumb" });
  let at = 0;
  const next = (heading: string): Block => {
    const block = blocks[at++];
    if (block?.heading !== heading) throw new Error(`${file}: a block of "${heading}" comes next`);
    return block;
  };
  return {
    blocks,
    terminal,
    next,
    paste: (heading) => terminal.paste(onThisMachine(next(heading).text, ready)),
    left: () => blocks.slice(at),
  };
}

export function onThisMachine(text: string, { baseUrl, sandboxUrl }: Ready): string {
  return text
    .replaceAll("http://127.0.0.1:8787", baseUrl)
    .replaceAll("http://127.0.0.1:8788", sandboxUrl);
}
