/** Standard output belongs to the figures. */
export function progress(bench: string, text: string): void {
  process.stderr.write(`${bench}: ${text}\n`);
}
