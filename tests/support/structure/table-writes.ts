import { codeOf, type SourceFile } from "./import-graph.ts";

export interface Table {
  name: string;
  /** The table's constant in the code. */
  constant: string;
  /** The folder with the file that defines it. */
  owner: string;
}

const definition = /export const (\w+) = pgTable\(\s*"(\w+)"/g;
const ormWrite = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g;
const sqlWrite = /\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/g;

export function tables(files: readonly SourceFile[]): Table[] {
  return files
    .filter(({ file }) => /\.(?:sql|table)\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(definition)].map(([, constant = "", name = ""]) => ({
        name,
        constant,
        owner: folderOf(file),
      })),
    );
}

/** `file: table` of every insert, update and delete, written with the ORM or as SQL. */
export function writes({ file, text }: SourceFile, known: readonly Table[]) {
  const code = codeOf(text);
  const constants = [...code.matchAll(ormWrite)].map(([, constant]) => constant);
  const names = [...code.matchAll(sqlWrite)].map(([, name]) => name);
  return known
    .filter(({ constant, name }) => constants.includes(constant) || names.includes(name))
    .map((table) => ({ file, folder: folderOf(file), table }));
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}
