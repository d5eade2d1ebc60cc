export const counterNames = [
  "logins",
  "logouts",
  "failed_logins",
  "pages",
  "downloads",
  "previews",
  "sends",
  "emitted",
  "annulled",
  "annulments_requested",
  "folders",
  "folders_revoked",
  "exports",
  "mails_sent",
  "drafts",
  "token_refreshes",
  "max_sessions",
  "refused_sessions",
] as const;

type CounterName = (typeof counterNames)[number];

export interface Counters {
  add(name: CounterName): void;
  /** Keeps the greatest value ever seen. */
  raise(name: CounterName, value: number): void;
  all(): Record<CounterName, number>;
}

export function createCounters(): Counters {
  const values = Object.fromEntries(counterNames.map((name) => [name, 0])) as Record<
    CounterName,
    number
  >;
  return {
    add: (name) => void (values[name] += 1),
    raise: (name, value) => void (values[name] = Math.max(values[name], value)),
    all: () => ({ ...values }),
  };
}
