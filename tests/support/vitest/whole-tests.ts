/** Tests with browsers and whole servers: run one a core, before all others. */
export const wholeFolders = ["tests/e2e", "tests/faults", "tests/attacks"] as const;

export function isWhole(test: string): boolean {
  return wholeFolders.some((folder) => test.startsWith(`${folder}/`));
}
