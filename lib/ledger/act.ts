import type { FolioProof, PortalDriver } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { AppError, ErrorCode } from "#lib/kernel/errors/index.ts";
import type { ClaimedJob, JobSubject, WorkerContext } from "#lib/jobs/index.ts";
import type { LedgerContext } from "./ledger-context.ts";
import type { ListFinding, OperationRow, PreparationRow } from "./ledger.sql.ts";
import type { OperationKind } from "./states.ts";

// An act is what knows one kind of thing that cannot be undone: a document, a receipt, a folder.
// The ledger knows when each of its steps may be taken, and never what it is about. An act gives:
// - its terms, which all three know that keep the ledger: who answers calls, the worker, housekeeping;
// - to the worker alone: how one is opened, done, looked for, and how its file is fetched.
//
// Of what is synchronous the caller waits for the end, and the key answers that end word by word. What
// is given up before the barrier frees its key.
// Of what is asynchronous there is a request, a row of the act's own, written with each change of the
// operation. The caller may leave: each call under the key is answered the request as it is by then.
// What is given up keeps its key, and its request is rejected: another try is another key.

/** The portal after its login. */
export interface ActVisit {
  driver: PortalDriver;
  subject: JobSubject;
}

/** The same for a step of an operation: what is about to be done outside is noted first. */
export interface StepVisit extends ActVisit {
  step(name: string): Promise<void>;
  /** Keeps what the portal called it, for every later look; the latest of a name counts. */
  note(name: string, value: string): Promise<void>;
  noted(name: string): Promise<Noted | null>;
}

interface Noted {
  value: string;
  at: Date;
}

/** A look may also take back what was never done, and note it; what is done it leaves alone. */
export type LookVisit = Omit<StepVisit, "step">;

/** What was said when it was sent. A name in it is a hint and no proof. */
export type Word =
  | { kind: "accepted"; name: string | null }
  /** One of the act's `refusals`; whatever is none of these is no word. */
  | { kind: "refused"; refusal: string };

/** What a list shows of an operation, by names: folios, bar codes, ids. Whose each is, the ledger finds out. */
interface Sight {
  kind: "names";
  /** How many things the list has. */
  listed: number;
  /** Those of them that look like the operation's own. */
  matching: string[];
  /** Something new that goes by none of the names speaks against a refusal. */
  contradictsRefusal?: boolean;
  /** Of an act that takes another thing back: those of the names that this other thing points to. */
  pointedTo?(names: readonly string[]): Promise<string[]>;
}

/** Where no names tell: what the portal shows of the one thing that the operation is about. */
interface Verdict {
  kind: "verdict";
  found: ListFinding;
  judge(said: Said): Outcome;
}

export type Outcome =
  | { kind: "done"; name: string; prueba: FolioProof }
  /** By the portal's own word at the sending, with which its list agrees. */
  | { kind: "rejected"; refusal: string }
  /**
   * Nothing was done, and by now nothing can be: proven past the barrier, where the portal itself is
   * the lock. Its key is free: the same call is another operation.
   */
  | { kind: "undone"; error: AppError }
  | { kind: "unknown" };

/** What the portal said at the sending, as it is on record; both null where no word came. */
export interface Said {
  name: string | null;
  refusal: string | null;
}

interface Done {
  name: string;
  prueba: FolioProof;
  recibo: string;
}

/** What an act's request may want to keep of what was done: its folio, its bar code, its amounts. */
type About = Readonly<Record<string, unknown>>;

/** One operation, opened. All up to `send` can be given up; past it there is only `lookFor`. */
export interface Order {
  /** Asks the portal for it once more, and throws when it is no longer what was agreed on. */
  check(at: StepVisit): Promise<void>;
  /** The names of what looks like it already: none of these will be its own. */
  before(at: StepVisit): Promise<string[]>;
  /** The rest that can still be given up. */
  ready(at: StepVisit): Promise<void>;
  /** One request, without a redirect or a repetition. Throws when no word came. */
  send(at: StepVisit): Promise<Word>;
  /** Takes away what was made ahead of the barrier, where it is given up there. */
  drop?(at: LookVisit): Promise<void>;
  /** The same for another operation of its kind, which was given up and had nobody to do it; notes are that one's. */
  dropLeft?(at: LookVisit, operationId: string): Promise<void>;
  /** Sends nothing. */
  lookFor(at: LookVisit): Promise<Sight | Verdict>;
  /** What its tool answers once it is done, word by word each time; null where its request tells it. */
  answer(done: Done): Record<string, unknown> | null;
  /** The number under which people know it, where there is one. */
  folioOf(name: string): number | null;
  /** Of the one that the last look found: what `changed` is told with it. */
  about?(name: string): About;
}

/** What the portal made of a preparation. */
export interface Previewed {
  /** What is to be done from now on, sealed as it is. */
  order: unknown;
  documentHash: string;
  issuerRevision: string;
  tipoDte: number | null;
  totals: PreparationRow["totals"];
  /** What else the visit taught, kept in the transaction that ends it. */
  keep(tx: InTransaction<SystemContext>): Promise<void>;
}

/** Why a preview is not used. */
interface PreviewWords {
  /** Unknown here, used, or never prepared. */
  invalid: ErrorCode;
  expired: ErrorCode;
  /** Somebody else's, which no person has confirmed. */
  unconfirmed: ErrorCode;
}

/** The words that the callers of an act's tools know. */
export interface ActWords {
  /** On the receipt, once it is done. */
  done: string;
  /** What is known to mean that nothing was done, and how each is told. */
  refusals: Readonly<Record<string, ErrorCode>>;
  /** What is told with a refusal, where its code alone does not say what to do. */
  refusalDetails?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** While nobody knows the outcome. */
  unknown: ErrorCode;
  /** When its caller had long stopped waiting, and it was given up. */
  overdue: ErrorCode;
  /** Of an id that names none, or none of its kinds on the connection. */
  notFound: ErrorCode;
  /** Of an act that keeps what it previewed. */
  preview?: PreviewWords;
  /**
   * Why one is refused while another that looks the same may be out: which one, or null where its
   * caller may not know. Absent where two that look the same are two things.
   */
  lookAlike?(open: OperationRow | null): AppError;
  /** The call that asks again what became of it. */
  lookCall(row: OperationRow): Record<string, unknown>;
}

/** What an operation has become, and what is known of it by then. */
export type Change =
  | { state: "queued" | "running" | "crossed" | "unknown" }
  | { state: "done"; name: string; folio: number | null; prueba: FolioProof; about: About }
  | { state: "rejected"; refusal: string }
  /** Given up before the barrier, and why. */
  | { state: "released"; error: AppError };

/** Told in the transaction of a change: what it writes is committed with it, and what it throws undoes it. */
type OnChange = (
  tx: InTransaction<SystemContext>,
  row: OperationRow,
  change: Change,
) => Promise<void>;

interface Terms {
  /** Operations and preparations of these kinds are its own. */
  kinds: readonly OperationKind[];
  words: ActWords;
  /** Told in the transaction that keeps a file of it. */
  kept?(tx: InTransaction<SystemContext>, row: OperationRow, file: KeptFile): Promise<void>;
}

export interface SynchronousTerms extends Terms {
  answers: "end";
  changed?: OnChange;
  /** What is answered while nobody knows the outcome, in place of the error that `words` has for it. */
  unknown?(row: OperationRow, now: Date): Record<string, unknown>;
}

export interface AsynchronousTerms extends Terms {
  answers: "request";
  /** Keeps the request as its operation is: from `queued`, told before anybody can ask for it. */
  changed: OnChange;
  /** The request as it is now; or throws what its callers are to know of it. */
  answer(ctx: LedgerContext, row: OperationRow): Promise<Record<string, unknown>>;
}

export type ActTerms = SynchronousTerms | AsynchronousTerms;

interface KeptFile {
  kind: string;
  version: number;
  sha256: string;
  sizeBytes: number;
}

/** A file of what was done, as the portal has it by now. */
export interface FetchedFile {
  kind: string;
  /** Of one that the portal changes later, as it marks what is annulled. */
  version: number;
  bytes: Buffer;
  /** Null: kept as long as its operation. */
  keptDays: number | null;
}

/** Something out there that carries the mark of an operation. */
export interface Mark {
  operation: string;
  /** As the portal calls it. */
  name: string;
  at: string;
}

/** Reads what is asked, before anybody logs in; what it answers is called after the login. */
type LiveReading = (
  ctx: WorkerContext,
  job: ClaimedJob,
  input: unknown,
) => Promise<(at: ActVisit) => Promise<unknown>>;

/** Takes back what was done, as often as it is tried; the answer is whether the portal shows it. */
interface Closing {
  visit(at: ActVisit): Promise<boolean>;
  /** In the transaction that ends the job; `false` also where no visit came about. */
  keep(tx: InTransaction<SystemContext>, isClosed: boolean): Promise<void>;
}

export interface Act {
  terms: ActTerms;
  /** What its portal shows is nobody's to see: nothing is kept of a visit that fails. */
  isPrivate?: true;
  /** Where in the portal it is done, for people who watch. */
  place: string;
  /** Reads what is to be done, before anybody logs in. */
  open(ctx: WorkerContext, row: OperationRow): Promise<Order>;
  /** Reads what is to be previewed; what it answers is called after the login. Absent where no preview is kept. */
  preview?(ctx: WorkerContext, row: PreparationRow): Promise<(at: ActVisit) => Promise<Previewed>>;
  /** What it reads in the portal for a caller who waits, by the names that its verbs ask for it. */
  live?: Readonly<Record<string, LiveReading>>;
  /** All that went out since with a mark of ours on it. Absent where nothing carries one. */
  marked?(since: Date): (at: ActVisit) => Promise<Mark[]>;
  /** The file of one that is done, held against it. Absent where there is none. */
  file?(ctx: WorkerContext, row: OperationRow): Promise<(at: ActVisit) => Promise<FetchedFile>>;
  /** How one that is done is taken back. Absent where it cannot be, or would be an act of its own. */
  closing?(ctx: WorkerContext, row: OperationRow): Promise<Closing>;
}

/** Everything that a worker can do, each kind by one act. */
export type Acts = readonly Act[];

export function actOf(acts: Acts, { kind }: Pick<OperationRow, "kind">): Act {
  const act = acts.find(({ terms }) => terms.kinds.includes(kind));
  if (act === undefined) throw new TypeError(`nothing here does ${kind}`);
  return act;
}
