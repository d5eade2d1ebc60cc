import * as z from "zod";
import { doneActs } from "#lib/kernel/done-acts.ts";

const DoneAct = z.object({
  event: z.enum(["act.begun", "act.done"]),
  at: z.iso.datetime(),
  act: z.enum(doneActs),
  subject: z.string(),
  organization: z.string().optional(),
  until: z.iso.datetime().optional(),
  left: z.record(z.string(), z.unknown()).optional(),
});
const Command = z.object({
  event: z.literal("admin.done"),
  at: z.iso.datetime(),
  command: z.string(),
  subject: z.string().nullish(),
});
const LogLine = z.object({ event: z.string() });

type Act = z.infer<typeof DoneAct>;

interface ActLines {
  /** In their order in time. */
  acts: Act[];
  /** About to be committed, and not reported as done since: nobody knows whether they were. */
  perhaps: Act[];
  commands: z.infer<typeof Command>[];
  /** The numbers of the lines that may report an act, and cannot be read. */
  unreadable: number[];
}

/** A whole log may not fit into memory. */
export type Lines = Iterable<string> | AsyncIterable<string>;

/**
 * What the log's lines report since an instant. Lines of other kinds are skipped, and so is what a
 * platform writes between ours; a line that is cut off, or inside something else, is not.
 */
export async function actLines(lines: Lines, since: Date): Promise<ActLines> {
  const found: Act[] = [];
  const commands: ActLines["commands"] = [];
  const unreadable: number[] = [];
  let number = 0;
  const isLater = (at: string): boolean => Date.parse(at) >= since.getTime();
  for await (const line of lines) {
    number += 1;
    const parsed = jsonOf(line);
    const event = LogLine.safeParse(parsed).data?.event;
    const act = DoneAct.safeParse(parsed).data;
    const command = Command.safeParse(parsed).data;
    if (act !== undefined && isLater(act.at)) found.push(act);
    if (command !== undefined && isLater(command.at)) commands.push(command);
    if (act !== undefined || command !== undefined) continue;
    // An instant that cannot be read may be any.
    const at = /"at":"([^"]+)"/.exec(line)?.[1] ?? "";
    if (!(Date.parse(at) < since.getTime()) && mayReport(line, event)) unreadable.push(number);
  }
  found.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const acts = found.filter(({ event }) => event === "act.done");
  const perhaps = found.filter(
    (one) => one.event === "act.begun" && !acts.some((act) => act.at >= one.at && isSame(act, one)),
  );
  return { acts, perhaps, commands, unreadable };
}

function isSame(one: Act, other: Act): boolean {
  const nameOf = ({ act, subject, organization }: Act) => [act, subject, organization].join(" ");
  return nameOf(one) === nameOf(other);
}

const reporting = ["act.done", "act.begun", "admin.done"];
/** What is left of our text in a compressed file, or one of another encoding. */
const foreign = /[\0\uFFFD]/;

function mayReport(line: string, event: string | undefined): boolean {
  if (event !== undefined) return reporting.includes(event);
  const isOurs = line.startsWith('{"at":') || reporting.some((name) => line.includes(name));
  return isOurs || foreign.test(line);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
