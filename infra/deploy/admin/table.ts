import type { At } from "./at.ts";
import type { Given, Table } from "./command.ts";

/** Every command of the operator: `--help` and `docs/operations.md` print this. */
export const table = {
  organization: {
    create: {
      does: "Makes an organization with its first key, which is shown this once. The key reads every system of the organization and changes nothing, unless its scopes are named. An owner is invited by the link in the answer.",
      options: {
        name: "TEXT!",
        plan: "free|pro|business",
        owner: "MAIL",
        connectors: "SYSTEMS",
        scopes: "SCOPES",
      },
      asks: "operator",
    },
    list: { does: "Every organization, newest first." },
    show: {
      does: "An organization, its systems, and of each connection when it was last read and what went wrong.",
      takes: ["ORG"],
    },
    update: {
      does: "Another name, plan or state of payment.",
      takes: ["ORG"],
      options: { name: "TEXT", plan: "free|pro|business", billing: "active|past_due|none" },
      asks: "operator",
    },
    export: {
      does: "Writes all that is stored of it into a new folder: a file of lines of JSON for each table, and manifest.json with counts and checksums. Credentials and secrets are left out.",
      takes: ["ORG"],
      options: { out: "FOLDER!" },
      asks: "reason",
      onRecord: "before",
    },
    delete: {
      does: "Closes it at once and erases it within a day, without the 30 days that an owner has. Refused while the outcome of an operation is unknown, unless that is abandoned.",
      takes: ["ORG"],
      options: { "abandon-unknown": "yes" },
      asks: "confirm",
      as: "keeper",
    },
  },
  connector: {
    enable: {
      does: "Lets an organization use a system, and names its keys that lack the scopes for it.",
      takes: ["ORG", "SYSTEM"],
      asks: "operator",
    },
    disable: {
      does: "Takes a system from an organization. Its connections and data stay.",
      takes: ["ORG", "SYSTEM"],
      asks: "reason",
    },
    pause: {
      does: "Nothing visits the system's portal from now on: what somebody waits for is refused with service_unavailable, what nobody waits for runs later. What runs ends. Stored data is answered.",
      takes: ["SYSTEM"],
      asks: "reason",
    },
    resume: { does: "Ends a pause.", takes: ["SYSTEM"], asks: "reason" },
    paused: { does: "What is paused or held, and since when." },
  },
  key: {
    create: {
      does: "Makes a key, which is shown this once. Without scopes it may do nothing. Owners are told by mail.",
      takes: ["ORG"],
      options: { name: "TEXT!", scopes: "SCOPES", expires: "DATE" },
      asks: "operator",
    },
    list: { does: "An organization's keys, live ones first.", takes: ["ORG"] },
    scopes: {
      does: "Adds and removes scopes, from the next call on.",
      takes: ["KEY"],
      options: { add: "SCOPES", remove: "SCOPES" },
      asks: "operator",
    },
    revoke: {
      does: "Ends a key: its next call is refused, and the links that it made are void.",
      takes: ["KEY"],
      asks: "reason",
    },
  },
  connection: {
    list: { does: "An organization's connections.", takes: ["ORG"] },
    show: {
      does: "A connection: its company, its credential's state, its scopes.",
      takes: ["CONN"],
    },
    update: {
      does: "Another name, other scopes or modules.",
      takes: ["CONN"],
      options: { nombre: "TEXT", scopes: "SCOPES", alcances: "MODULES" },
      asks: "operator",
    },
    disable: {
      does: "It refuses every call and is not read by itself. Its data stay.",
      takes: ["CONN"],
      asks: "reason",
    },
    enable: { does: "It works again.", takes: ["CONN"], asks: "reason" },
    forget: {
      does: "Erases the stored credential, what was typed at links for it, and ends its jobs. Its data stay, and a new link brings a new credential.",
      takes: ["CONN"],
      asks: "reason",
      as: "keeper",
    },
    delete: {
      does: "It is unknown at once, and erased within a day but for its id, system, times and the bare ledger.",
      takes: ["CONN"],
      options: { "abandon-unknown": "yes" },
      asks: "confirm",
      as: "keeper",
    },
  },
  link: {
    list: { does: "An organization's links that somebody could still use.", takes: ["ORG"] },
    cancel: {
      does: "Ends a link. What was typed at it goes at once.",
      takes: ["LINK"],
      asks: "operator",
    },
  },
  job: {
    list: {
      does: "The newest 200 jobs of all organizations since an instant, the last day unless told.",
      options: {
        connector: "SYSTEM",
        status: "queued|running|succeeded|failed|canceled",
        since: "DATE",
      },
    },
    show: {
      does: "A job, what came of its modules, and which attempts left evidence.",
      takes: ["JOB"],
    },
  },
  operation: {
    show: { does: "What was done once under a key, with each step on record.", takes: ["OPER"] },
    reconcile: {
      does: "Has the portal's list looked at within a minute for an operation of unknown outcome. Nothing is sent. Refused where nobody would look: the credential of its connection is not living, the connection is disabled or deleted, its system is paused.",
      takes: ["OPER"],
      asks: "operator",
    },
  },
  emissions: {
    hold: {
      does: "Nothing is issued, sent or changed out there from now on, by one organization or by all. What has crossed its barrier ends.",
      takes: ["ORG?"],
      asks: "reason",
    },
    release: {
      does: "Ends the hold of one organization, or that of all.",
      takes: ["ORG?"],
      asks: "reason",
    },
  },
  "dead-letters": {
    list: {
      does: "The jobs of wake-ups that were received five times and never finished: of syncs, or of what somebody waits for.",
      options: { of: "sync|emission" },
    },
    redrive: {
      does: "Sends those of syncs back, once the cause is repaired. A job that has ended is not run again.",
      asks: "operator",
      onRecord: "before",
    },
    purge: {
      does: "Drops those of emissions, which are never sent back: housekeeping has long woken or released the jobs.",
      asks: "reason",
      onRecord: "before",
    },
  },
  schedules: {
    forget: {
      does: "Has the schedule of every connection registered anew, for a scheduler that has lost them.",
      asks: "reason",
    },
  },
  audit: {
    show: { does: "All that is on record of a request.", takes: ["REQ"] },
    list: {
      does: "The newest 200 calls of an organization since an instant, of 31 days at most, the last day unless told; next is what --after takes to go on.",
      takes: ["ORG"],
      options: { outcome: "WORD", since: "DATE", after: "PLACE" },
    },
  },
  evidence: {
    list: { does: "What failed jobs of an organization left for a week.", takes: ["ORG"] },
    open: {
      does: "Writes what a portal showed when a job failed into a new folder that its user alone can read: a text, and a picture where there is one.",
      takes: ["JOB"],
      options: { attempt: "NUMBER", out: "FOLDER!" },
      asks: "reason",
      onRecord: "before",
    },
  },
  stage: {
    smoke: {
      does: "Asks both workers, the drain and housekeeping whether they are alive, and waits two minutes for all of them. A part of another release than the one that is told is not the one that was deployed.",
      options: { release: "RELEASE" },
    },
    prune: {
      does: "Counts by table the rows that are past their term and that housekeeping drops next. Nothing is changed.",
      options: { "dry-run": "yes" },
      as: "keeper",
    },
    stack: {
      does: "Tells by the lines of the sources where it failed: builds the maps of each release that the lines of a log name, of the commit, in a checkout that has it. What has no map stays as it is.",
      options: { file: "FILE!" },
    },
  },
  restore: {
    begin: {
      does: "Before anything runs over a restored database: nothing is issued any more, what may have been done since its point is unknown and looked for, no preview of then can be emitted, everybody is signed out, and all schedules are registered anew.",
      options: { point: "DATE!" },
      asks: "confirm",
      confirms: "point",
      as: "keeper",
    },
    replay: {
      does: "Takes away again what was taken away after the point, by the lines act.done of the log, and names the other changes of the operator's (admin.done) and what is refused now, which are to be done again by hand. Undone whole when one of them breaks.",
      options: { point: "DATE!", file: "FILE!" },
      asks: "confirm",
      confirms: "point",
      keeps: ["byHand"],
      as: "keeper",
    },
    finish: {
      does: "Has every list read of what may have been issued since the point, and every mailbox looked through for what was sent, and says which are not read yet, and what the ledger lacks so far. Once they are read whole, or what cannot be read whole is left out, it lets things be issued again that you do not hold yourself. Refused before a replay, and while a change is not made again that the replay has named, unless it is left out.",
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
