/**
 * Loads for the first caller and keeps the result for all others. A failure is not kept: it may be
 * temporary.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** Makes it for the first who asks, and keeps it for all others. */
export function makeOnce<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

type Verb<Asked extends readonly unknown[]> = (...asked: Asked) => Promise<unknown>;
type Verbs<Service> = { [Name in keyof Service]: Verb<never> };

/**
 * A service whose domain is loaded when a tool first uses it: a cold start for another tool does
 * without.
 */
export function lazyService<Service extends Verbs<Service>>(load: () => Promise<Service>): Service {
  const verbOf = (_none: object, name: string | symbol): Verb<unknown[]> => {
    return async (...asked) => {
      const service = (await load()) as unknown as Record<typeof name, Verb<unknown[]> | undefined>;
      const verb = service[name];
      if (verb === undefined) throw new TypeError(`This service has no verb ${String(name)}.`);
      return verb(...asked);
    };
  };
  return new Proxy({}, { get: verbOf }) as Service;
}
