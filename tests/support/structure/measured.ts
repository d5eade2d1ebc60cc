import { readImportGraph, type SourceFile } from "../imports.ts";

/** Every file of ours that can use a name: tests and benches too. */
export const everyFile = readImportGraph();

/** What the counts are over: sources that people write and that run. */
export const measured: SourceFile[] = everyFile.filter(
  ({ file }) =>
    /^(?:lib|functions|infra)\//.test(file) &&
    !/\.test\.tsx?$|\/(?:testing|generated)\//.test(file),
);
