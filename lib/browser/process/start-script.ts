import { writeFile } from "node:fs/promises";
import { join } from "node:path";

interface Start {
  folder: string;
  home: string;
  /** The program, with the prefix that confines it. */
  command: readonly string[];
}

/**
 * Written per job: it records the pid, forbids core dumps (which would contain the credential) and
 * puts the profile into the job's home. `exec` keeps pid and group.
 */
export async function writeStartScript({ folder, home, command }: Start): Promise<string> {
  const script = join(folder, "start");
  const lines = [
    "#!/bin/sh",
    "ulimit -c 0",
    `echo $$ > ${quoted(join(folder, "pid"))}`,
    `cd ${quoted(home)}`,
    "for argument do",
    "  shift",
    '  case "$argument" in',
    `    --user-data-dir=*) set -- "$@" --user-data-dir=${quoted(join(home, "profile"))} ;;`,
    '    *) set -- "$@" "$argument" ;;',
    "  esac",
    "done",
    `exec ${command.map(quoted).join(" ")} "$@"`,
    "",
  ];
  await writeFile(script, lines.join("\n"), { mode: 0o700 });
  return script;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
