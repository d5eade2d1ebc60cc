/** Standard output is reserved for the figures. */
export function progress(bench: string, text: string): void {
  process.stderr.write(`${bench}: ${text}\n`);
}
