export type ReceiverAnswer =
  | number
  | "timeout"
  | "reset"
  | "drip"
  | "endless"
  | {
      status: number;
      delayMs?: number | undefined;
      headers?: Record<string, string> | undefined;
      body?: string | undefined;
    };

export interface Program {
  answers: ReceiverAnswer[];
  afterwards: ReceiverAnswer;
}

interface ReceivedRequest {
  at: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receivers {
  program(name: string, program: Program): void;
  /** Records the request and returns its answer. By default a receiver answers 200. */
  receive(name: string, request: ReceivedRequest): ReceiverAnswer;
  requestsOf(name: string): { requests: ReceivedRequest[]; total: number };
  reset(): void;
}

/** Older requests are dropped; `total` still counts them. */
const keptRequests = 20_000;

export function createReceivers(): Receivers {
  const held = new Map<string, { program: Program; requests: ReceivedRequest[]; total: number }>();
  const receiver = (name: string) => {
    const known = held.get(name) ?? {
      program: { answers: [], afterwards: 200 },
      requests: [],
      total: 0,
    };
    held.set(name, known);
    return known;
  };
  return {
    program(name, { answers, afterwards }) {
      receiver(name).program = { answers: [...answers], afterwards };
    },
    receive(name, request) {
      const one = receiver(name);
      one.total += 1;
      one.requests.push(request);
      if (one.requests.length > keptRequests) one.requests.shift();
      return one.program.answers.shift() ?? one.program.afterwards;
    },
    requestsOf: (name) => ({
      requests: held.get(name)?.requests ?? [],
      total: held.get(name)?.total ?? 0,
    }),
    reset: () => held.clear(),
  };
}
