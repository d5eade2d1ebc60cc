import type { FolioProof, PortalDriver } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { AppError, ErrorCode } from "#lib/kernel/errors/index.ts";
import type { ClaimedJob, JobSubject, WorkerContext } from "#lib/jobs/index.ts";
import type { LedgerContext } from "./ledger-context.ts";
import type { ListFinding, OperationRow, PreparationRow } from "./ledger.sql.ts";
import type { OperationKind } from "./states.ts";

// An act is what knows one kind of thing that cannot be undone: a document, a receipt, a folder.
// The ledger knows when each of its steps may be taken, and never what it is about. An act
// provides:
// - its terms, known to the API, the worker and housekeeping;
// - only to the worker: how one is opened, done, asked for, and how its file is fetched.
//
// In a synchronous act the caller waits for the end, and the key answers that end word for word.
// What is given up before the barrier releases its key.
// An asynchronous act has a request, a row of its own, written with each change of the operation.
// The caller may leave: each call under the key is answered with the present request. What is given
// up keeps its key, and its request is rejected: another try needs another key.

/** The portal after its login. */
export interface ActVisit {
  driver: PortalDriver;
  subject: JobSubject;
}

/** The same for a step of an operation: an external action is recorded before it is taken. */
export interface StepVisit extends ActVisit {
  step(name: string): Promise<void>;
  /**
   * Stores the portal's name for something, for every later time; the latest value of a name
   * counts.
   */
  note(name: string, value: string): Promise<void>;
  noted(name: string): Promise<Noted | null>;
}

interface Noted {
  value: string;
  at: Date;
}

/** Asking may also undo what was never completed, and note it; what is done it leaves alone. */
export type AskVisit = Omit<StepVisit, "step">;

/** What was answered when it was sent. A name in it is a hint and no proof. */
export type Word =
  | { kind: "accepted"; name: string | null }
  /** One of the act's `refusals`; anything else counts as no answer. */
  | { kind: "refused"; refusal: string };

/**
 * What a list shows of an operation, by names: folios, bar codes, ids. The ledger finds out whose
 * each is.
 */
interface Sight {
  kind: "names";
  /** How many things the list has. */
  listed: number;
  /** Those of them that are alike: each could be the operation's own. */
  matching: string[];
  /** Something new under none of these names contradicts a refusal. */
  contradictsRefusal?: boolean;
  /** For an act that reverses something: those of the names that the reversed thing points to. */
  pointedTo?(names: readonly string[]): Promise<string[]>;
}

/**
 * Used where names do not help: what the portal shows of the one thing that the operation concerns.
 */
interface Verdict {
  kind: "verdict";
  found: ListFinding;
  judge(said: Said): Outcome;
}

export type Outcome =
  | { kind: "done"; name: string; prueba: FolioProof }
  /** The portal refused when it was sent, and its list agrees. */
  | { kind: "rejected"; refusal: string }
  /**
   * Nothing was done, and nothing can be any more: proven after the barrier, where the portal
   * itself is the lock. Its key is released: the same call is another operation.
   */
  | { kind: "undone"; error: AppError }
  | { kind: "unknown" };

/** What the portal answered when it was sent, as recorded; both null if no answer came. */
export interface Said {
  name: string | null;
  refusal: string | null;
}

interface Done {
  name: string;
  prueba: FolioProof;
  recibo: string;
}

/** What an act's request may store about what was done: its folio, its bar code, its amounts. */
type About = Readonly<Record<string, unknown>>;

/** One operation, opened. Until `send` it can be given up; after it there is only `ask`. */
export interface Order {
  /** Asks the portal for it once more, and throws when it is no longer what was agreed on. */
  check(at: StepVisit): Promise<void>;
  /** The names of what is listed already and alike: none of these can be its own. */
  before(at: StepVisit): Promise<string[]>;
  /** The remaining preparations that can still be given up. */
  ready(at: StepVisit): Promise<void>;
  /** One request, without redirects or retries. Throws when no answer came. */
  send(at: StepVisit): Promise<Word>;
  /** Removes what was made before the barrier, when the operation is given up there. */
  drop?(at: AskVisit): Promise<void>;
  /**
   * Like drop, for an earlier operation that was given up with no worker left; the notes are that
   * operation's.
   */
  dropLeft?(at: AskVisit, operationId: string): Promise<void>;
  /** Sends nothing. */
  ask(at: AskVisit): Promise<Sight | Verdict>;
  /**
   * What its tool answers once it is done, word for word each time; null where its request is the
   * answer.
   */
  answer(done: Done): Record<string, unknown> | null;
  /** The number by which people know it, if there is one. */
  folioOf(name: string): number | null;
  /** About the one that was last found: passed on to `changed`. */
  about?(name: string): About;
}

/** What the portal made of a preparation. */
export interface Previewed {
  /** What is to be done from now on; stored sealed. */
  order: unknown;
  documentHash: string;
  issuerRevision: string;
  tipoDte: number | null;
  totals: PreparationRow["totals"];
  /** Stores what else the visit found out, in the transaction that ends it. */
  store(tx: InTransaction<SystemContext>): Promise<void>;
}

/** The codes for refusing a preview. */
interface PreviewWords {
  /** Unknown here, used, or never prepared. */
  invalid: ErrorCode;
  expired: ErrorCode;
  /** Somebody else's, and not confirmed by a person. */
  unconfirmed: ErrorCode;
}

/** The codes and words that callers of an act's tools know. */
export interface ActWords {
  /** The word on the receipt, once it is done. */
  done: string;
  /** Refusals that are known to mean that nothing was done, with the code of each. */
  refusals: Readonly<Record<string, ErrorCode>>;
  /** Details of a refusal whose code alone does not say what to do. */
  refusalDetails?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** While the outcome is not known. */
  unknown: ErrorCode;
  /** Given up because its caller had long stopped waiting. */
  overdue: ErrorCode;
  /** For an id that names none, or none of its kinds on the connection. */
  notFound: ErrorCode;
  /** For an act that stores its previews. */
  preview?: PreviewWords;
  /**
   * The error for one that must wait because another that is alike may have been issued:
   * names that one, or null where its caller may not know it. Absent where two alike are simply
   * two.
   */
  alike?(open: OperationRow | null): AppError;
  /** The call that asks again for the outcome. */
  askCall(row: OperationRow): Record<string, unknown>;
}

/** An operation's new state, and what is known of it by then. */
export type Change =
  | { state: "queued" | "running" | "crossed" | "unknown" }
  | { state: "done"; name: string; folio: number | null; prueba: FolioProof; about: About }
  | { state: "rejected"; refusal: string }
  /** Given up before the barrier, and why. */
  | { state: "released"; error: AppError };

/**
 * Called in the transaction of a change: what it writes commits with it, and what it throws rolls
 * it back.
 */
type OnChange = (
  tx: InTransaction<SystemContext>,
  row: OperationRow,
  change: Change,
) => Promise<void>;

interface Terms {
  /** Operations and preparations of these kinds are its own. */
  kinds: readonly OperationKind[];
  words: ActWords;
  /** Called in the transaction that stores a file of it. */
  fileStored?(tx: InTransaction<SystemContext>, row: OperationRow, file: StoredFile): Promise<void>;
}

export interface SynchronousTerms extends Terms {
  answers: "outcome";
  changed?: OnChange;
  /** The answer while the outcome is not known, instead of the error in `words`. */
  unknown?(row: OperationRow, now: Date): Record<string, unknown>;
}

export interface AsynchronousTerms extends Terms {
  answers: "request";
  /**
   * Updates the request along with its operation: from `queued` on, called before anybody can ask
   * for it.
   */
  changed: OnChange;
  /** The present request; or throws what its callers are to know of it. */
  answer(ctx: LedgerContext, row: OperationRow): Promise<Record<string, unknown>>;
}

export type ActTerms = SynchronousTerms | AsynchronousTerms;

interface StoredFile {
  kind: string;
  version: number;
  sha256: string;
  sizeBytes: number;
}

/** A file of what was done, as the portal has it now. */
export interface FetchedFile {
  kind: string;
  /** For a file that the portal changes later, as when it marks an annulled one. */
  version: number;
  bytes: Buffer;
  /** Null means as long as its operation. */
  keptDays: number | null;
}

/** Something outside that carries the mark of an operation. */
export interface Mark {
  operation: string;
  /** The portal's name for it. */
  name: string;
  at: string;
}

/** Reads the question before any login; the returned function is called after it. */
type LiveReading = (
  ctx: WorkerContext,
  job: ClaimedJob,
  input: unknown,
) => Promise<(at: ActVisit) => Promise<unknown>>;

/**
 * Reverses what was done, as often as it is tried; returns whether the portal shows it as reversed.
 */
interface Closing {
  visit(at: ActVisit): Promise<boolean>;
  /** In the transaction that ends the job; `false` also if there was no visit. */
  ended(tx: InTransaction<SystemContext>, isClosed: boolean): Promise<void>;
}

export interface Act {
  terms: ActTerms;
  /** What its portal shows is confidential: no evidence is stored of a failed visit. */
  isPrivate?: true;
  /** Found by a mark of ours, or by the instant: an older one that is alike is never taken for it. */
  knowsItsOwn?: true;
  /** Where in the portal it is done, for people who watch. */
  place: string;
  /** Reads what is to be done, before any login. */
  open(ctx: WorkerContext, row: OperationRow): Promise<Order>;
  /**
   * Reads what to preview; the returned function is called after the login. Absent where no
   * previews are stored.
   */
  preview?(ctx: WorkerContext, row: PreparationRow): Promise<(at: ActVisit) => Promise<Previewed>>;
  /** What it reads in the portal for a waiting caller, by the names that its verbs use. */
  live?: Readonly<Record<string, LiveReading>>;
  /** Everything sent since then with a mark of ours. Absent where nothing has one. */
  marked?(since: Date): (at: ActVisit) => Promise<Mark[]>;
  /** The file of a done operation, checked against it. Absent where there is none. */
  file?(ctx: WorkerContext, row: OperationRow): Promise<(at: ActVisit) => Promise<FetchedFile>>;
  /** How a done one is reversed. Absent where that is impossible, or a separate act. */
  closing?(ctx: WorkerContext, row: OperationRow): Promise<Closing>;
}

/** Everything that a worker can do, each kind by one act. */
export type Acts = readonly Act[];

export function actOf(acts: Acts, { kind }: Pick<OperationRow, "kind">): Act {
  const act = acts.find(({ terms }) => terms.kinds.includes(kind));
  if (act === undefined) throw new TypeError(`nothing here does ${kind}`);
  return act;
}
