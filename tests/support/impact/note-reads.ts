import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";

type Call = (...args: unknown[]) => unknown;

/** Tells of each file that this process reads as a text: what a test says of a page or a table is seen nowhere else. */
export function noteReads(note: (file: string) => void): void {
  const around = (owner: object, name: string): void => {
    const calls = owner as Record<string, Call>;
    const own = calls[name] as Call;
    calls[name] = (...args) => {
      const [file] = args;
      if (typeof file === "string") note(file);
      else if (file instanceof URL && file.protocol === "file:") note(fileURLToPath(file));
      return own(...args);
    };
  };
  for (const name of ["readFileSync", "readFile", "createReadStream"]) around(fs, name);
  around(fs.promises, "readFile");
  syncBuiltinESMExports();
}
