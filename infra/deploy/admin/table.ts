import type { At } from "./at.ts";
import type { Given, Table } from "./command.ts";

/** Every command of the operator: `--help` and `docs/operations.md` print this. */
export const table = {
  organization: {
    create: {
      does: "Creates an organization and its first key, which is shown only once. Unless you name scopes, the key can read all of the organization's systems and change nothing. If you name an owner, the answer contains the link that invites them.",
      options: {
        name: "TEXT!",
        plan: "free|pro|business",
        owner: "MAIL",
        connectors: "SYSTEMS",
        scopes: "SCOPES",
      },
      asks: "operator",
    },
    list: { does: "Lists all organizations, newest first." },
    show: {
      does: "Shows an organization, its systems and its connections: when each was last read, and what went wrong.",
      takes: ["ORG"],
    },
    update: {
      does: "Changes an organization's name, plan or billing state.",
      takes: ["ORG"],
      options: { name: "TEXT", plan: "free|pro|business", billing: "active|past_due|none" },
      asks: "operator",
    },
    export: {
      does: "Writes everything stored about an organization into a new folder: a file of JSON lines for each table, and manifest.json with counts and checksums. Credentials and secrets are left out.",
      takes: ["ORG"],
      options: { out: "FOLDER!" },
      asks: "reason",
      onRecord: "before",
    },
    delete: {
      does: "Closes an organization at once and erases it within a day, without the 30 days in which an owner can change their mind. Refused while the outcome of an operation is unknown, unless you give --abandon-unknown.",
      takes: ["ORG"],
      options: { "abandon-unknown": "yes" },
      asks: "confirm",
      as: "keeper",
    },
  },
  connector: {
    enable: {
      does: "Lets an organization use a system, and lists its keys that lack the scopes for it.",
      takes: ["ORG", "SYSTEM"],
      asks: "operator",
    },
    disable: {
      does: "Stops an organization from using a system. Its connections and data are kept.",
      takes: ["ORG", "SYSTEM"],
      asks: "reason",
    },
    pause: {
      does: "Stops all visits to a system's portal. A call that would wait for a visit is refused with service_unavailable; other work runs after the pause. Visits that have begun end normally. Stored data can still be read.",
      takes: ["SYSTEM"],
      asks: "reason",
    },
    resume: { does: "Ends a pause.", takes: ["SYSTEM"], asks: "reason" },
    paused: { does: "Lists what is paused or held, and since when." },
  },
  key: {
    create: {
      does: "Creates a key, which is shown only once. Without scopes it can do nothing. The organization's owners are told by mail.",
      takes: ["ORG"],
      options: { name: "TEXT!", scopes: "SCOPES", expires: "DATE" },
      asks: "operator",
    },
    list: { does: "Lists an organization's keys, live ones first.", takes: ["ORG"] },
    scopes: {
      does: "Adds or removes scopes of a key, from its next call on.",
      takes: ["KEY"],
      options: { add: "SCOPES", remove: "SCOPES" },
      asks: "operator",
    },
    revoke: {
      does: "Revokes a key: its next call is refused, and the links that it made no longer work.",
      takes: ["KEY"],
      asks: "reason",
    },
  },
  connection: {
    list: { does: "Lists an organization's connections.", takes: ["ORG"] },
    show: {
      does: "Shows a connection: its company, the state of its credential, its scopes.",
      takes: ["CONN"],
    },
    update: {
      does: "Changes a connection's name, scopes or modules.",
      takes: ["CONN"],
      options: { nombre: "TEXT", scopes: "SCOPES", alcances: "MODULES" },
      asks: "operator",
    },
    disable: {
      does: "Disables a connection: its calls are refused, and it is no longer read by schedule. Its data is kept.",
      takes: ["CONN"],
      asks: "reason",
    },
    enable: { does: "Lets a disabled connection work again.", takes: ["CONN"], asks: "reason" },
    forget: {
      does: "Erases a connection's credential and what was typed into its links, and ends its jobs. Its data is kept. A new link can bring a new credential.",
      takes: ["CONN"],
      asks: "reason",
      as: "keeper",
    },
    delete: {
      does: "Deletes a connection: it is unknown at once and erased within a day. Only its id, system, times and bare ledger stay.",
      takes: ["CONN"],
      options: { "abandon-unknown": "yes" },
      asks: "confirm",
      as: "keeper",
    },
  },
  link: {
    list: { does: "Lists an organization's links that can still be used.", takes: ["ORG"] },
    cancel: {
      does: "Cancels a link. What was typed into it is erased at once.",
      takes: ["LINK"],
      asks: "operator",
    },
  },
  job: {
    list: {
      does: "Lists the newest 200 jobs of all organizations since an instant. Without --since: since a day ago.",
      options: {
        connector: "SYSTEM",
        status: "queued|running|succeeded|failed|canceled",
        since: "DATE",
      },
    },
    show: {
      does: "Shows a job, the outcome of each of its modules, and which attempts left evidence.",
      takes: ["JOB"],
    },
  },
  operation: {
    show: {
      does: "Shows an operation that is done exactly once, with each step on record.",
      takes: ["OPER"],
    },
    reconcile: {
      does: "Looks for an operation of unknown outcome in the portal's list, within a minute. Nothing is sent. Refused if nobody could look: the connection's credential does not work, the connection is disabled or deleted, or its system is paused.",
      takes: ["OPER"],
      asks: "operator",
    },
  },
  emissions: {
    hold: {
      does: "Stops everything that issues, sends or changes something outside, for one organization or for all. What has already crossed its barrier ends normally.",
      takes: ["ORG?"],
      asks: "reason",
    },
    release: {
      does: "Ends the hold of one organization, or the hold of all.",
      takes: ["ORG?"],
      asks: "reason",
    },
  },
  "dead-letters": {
    list: {
      does: "Lists the jobs whose wake-up message was received five times and never finished: jobs of syncs, or jobs that somebody waits for (emission).",
      options: { of: "sync|emission" },
    },
    redrive: {
      does: "Sends the messages of syncs back to their queue. Repair the cause first. A job that has ended is not run again.",
      asks: "operator",
      onRecord: "before",
    },
    purge: {
      does: "Deletes the messages of emissions, which are never sent back: housekeeping has already woken or released their jobs.",
      asks: "reason",
      onRecord: "before",
    },
  },
  schedules: {
    forget: {
      does: "Registers the schedule of every connection again. For a scheduler that has lost them.",
      asks: "reason",
    },
  },
  audit: {
    show: { does: "Shows everything on record about a request.", takes: ["REQ"] },
    list: {
      does: "Lists the newest 200 calls of an organization since an instant, at most of the last 31 days. Without --since: since a day ago. To continue, give the answer's next to --after.",
      takes: ["ORG"],
      options: { outcome: "WORD", since: "DATE", after: "PLACE" },
    },
  },
  evidence: {
    list: {
      does: "Lists the evidence that an organization's failed jobs have left. It is kept for a week.",
      takes: ["ORG"],
    },
    open: {
      does: "Writes what a portal showed when a job failed into a new folder that only its user can read: a text, and a picture if there is one.",
      takes: ["JOB"],
      options: { attempt: "NUMBER", out: "FOLDER!" },
      asks: "reason",
      onRecord: "before",
    },
  },
  stage: {
    smoke: {
      does: "Asks both workers, the drain and housekeeping whether they are alive, and waits up to two minutes for all of them. A part that answers with another release than the one you give was not deployed.",
      options: { release: "RELEASE" },
    },
    prune: {
      does: "Counts by table the rows that are past their term. Nothing is changed: housekeeping deletes them by itself, once an hour.",
      options: { "dry-run": "yes!" },
      as: "keeper",
    },
    stack: {
      does: "Translates the positions in a log into lines of the source. The maps of each release that the log names are built from its commit, so run it in a checkout that has these commits. A position without a map stays as it is.",
      options: { file: "FILE!" },
    },
  },
  restore: {
    begin: {
      does: "Prepares a restored database before anything runs on it: nothing can be issued, what may have been done since the restore point is unknown and is looked for, older previews cannot be emitted, everybody is signed out, and all schedules are registered again.",
      options: { point: "DATE!" },
      asks: "confirm",
      confirms: "point",
      as: "keeper",
    },
    replay: {
      does: "Repeats every removal after the restore point that the log has on record (act.done). Lists the operator's other changes (admin.done) and what is refused now: make these again by hand. If one removal fails, none is made. Refused while a line that may report one cannot be read, unless it is left out.",
      options: { point: "DATE!", file: "FILE!", "left-out": "yes" },
      asks: "confirm",
      confirms: "point",
      keeps: ["byHand"],
      as: "keeper",
    },
    finish: {
      does: "Reads every list that can show what was issued since the restore point, and searches every mailbox for what was sent. Tells what has not been read yet and what the ledger still lacks. When everything has been read, or you leave out what cannot be read whole, things can be issued again, except where you hold them yourself. Refused before the replay, and while a change that the replay has listed is not made again, unless it is left out.",
      options: { point: "DATE!", "left-out": "yes" },
      asks: "confirm",
      confirms: "point",
    },
  },
} as const satisfies Table;

export type GroupName = keyof typeof table;

/** The implementation of a group's commands. Each returns what is printed. */
export type Runs<G extends GroupName> = {
  [V in keyof (typeof table)[G]]: (
    at: At,
    given: (typeof table)[G][V] extends infer E extends Table[string][string] ? Given<E> : never,
  ) => Promise<object>;
};
