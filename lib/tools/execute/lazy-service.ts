type Verb<Asked extends readonly unknown[], Answer> = (...asked: Asked) => Promise<Answer>;
type Verbs<Service> = { [Name in keyof Service]: Verb<never, unknown> };

/**
 * A service whose domain is loaded when a tool first asks it for something: a cold start that serves
 * another tool does without.
 */
export function lazyService<Service extends Verbs<Service>>(load: () => Promise<Service>): Service {
  const verbOf = (_none: object, name: string | symbol): Verb<unknown[], unknown> => {
    return async (...asked) => {
      const service = (await load()) as unknown as Record<typeof name, Verb<unknown[], unknown>>;
      return service[name]?.(...asked);
    };
  };
  return new Proxy({}, { get: verbOf }) as Service;
}
