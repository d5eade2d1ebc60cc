import { readImportGraph, type SourceFile } from "./import-graph.ts";

/** Every file of ours that can use a name, including tests and benches. */
export const everyFile = readImportGraph();

/** What is counted: sources that people write and that run. */
export const measured: SourceFile[] = everyFile.filter(
  ({ file }) =>
    /^(?:lib|functions|infra)\//.test(file) &&
    !/\.test\.tsx?$|\/(?:testing|generated)\//.test(file),
);
