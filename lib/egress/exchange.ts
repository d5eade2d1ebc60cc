import { errors, type Dispatcher } from "undici";
import { startTimer } from "#lib/kernel/clock.ts";
import { failureReason, type SendFailure } from "./failure-reason.ts";

export interface OutboundRequest {
  method: "POST" | "GET" | "PUT";
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The one deadline for lookup, connection, TLS, headers and body. */
  signal: AbortSignal;
}

export type SendResult =
  | { kind: "answered"; status: number; durationMs: number }
  /** `durationMs` is null when no connection was even started. */
  | { kind: "failed"; reason: SendFailure; durationMs: number | null };

/** `connected` false: nothing was sent, so another address may be tried. */
export type Exchanged = SendResult & { connected: boolean };

/** The connection that an exchange was given. */
interface Carrier {
  readonly connected: boolean;
  cut(): void;
  /** Calls back once another request may have it, or it is closed. */
  whenFree(callback: () => void): void;
}

const maxAnswerBytes = 1024;

/** One request and its answer. No redirect is followed, and nothing is sent twice. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Set when there is another address to try: how long this one may take to connect. */
  readonly connectLimitMs: number | undefined;
  readonly #signal: AbortSignal;
  readonly #outcome = Promise.withResolvers<Exchanged | null>();
  #carrier: Carrier | null = null;
  #elapsed = (): number => 0;
  #bytes = 0;
  /** The answer's, as soon as its headers are here. */
  #status = 0;
  #isOver = false;

  constructor(signal: AbortSignal, connectLimitMs: number | undefined) {
    this.#signal = signal;
    this.connectLimitMs = connectLimitMs;
    signal.addEventListener("abort", this.#onDeadline, { once: true });
  }

  /** Null if the deadline passed before a connection was free. Rejects what cannot be written. */
  get outcome(): Promise<Exchanged | null> {
    return this.#outcome.promise;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isAwaited(): boolean {
    return this.#status < 200;
  }

  startOn(carrier: Carrier): void {
    this.#carrier = carrier;
    this.#elapsed = startTimer();
  }

  onRequestStart(): void {
    // Its time began before: with the connection.
  }

  onResponseStart(_controller: unknown, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= maxAnswerBytes) return;
    this.#carrier?.cut();
    this.#answered();
  }

  onResponseEnd(): void {
    this.#answered();
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (error instanceof errors.InvalidArgumentError) {
      this.#close();
      this.#outcome.reject(error);
    }
    // Such an answer has ended with its headers, whatever length they give.
    if (this.#status === 204 || this.#status === 304) this.#answered();
    this.#failed(failureReason(error));
  }

  readonly #onDeadline = (): void => {
    if (this.#carrier === null) this.#outcome.resolve(null);
    this.#carrier?.cut();
    this.#failed("timeout");
  };

  #answered(): void {
    this.#end({ kind: "answered", status: this.#status, durationMs: this.#elapsed() });
  }

  #failed(reason: SendFailure): void {
    this.#end({ kind: "failed", reason, durationMs: this.#elapsed() });
  }

  /** The next request to this endpoint finds the connection free, and needs no other. */
  #end(result: SendResult): void {
    if (this.#isOver) return;
    this.#close();
    const outcome = { ...result, connected: this.#carrier?.connected === true };
    this.#carrier?.whenFree(() => this.#outcome.resolve(outcome));
  }

  #close(): void {
    this.#isOver = true;
    this.#signal.removeEventListener("abort", this.#onDeadline);
  }
}
