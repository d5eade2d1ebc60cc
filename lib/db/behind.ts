const hidden = new WeakMap<object, () => unknown>();

/**
 * Keeps something behind an object that is handed out: only code that may import this folder reaches
 * it, and so no connector does. It is made when it is asked for.
 */
export function putBehind<Shown extends object>(shown: Shown, make: () => unknown): Shown {
  hidden.set(shown, make);
  return shown;
}

/** Undefined where nothing was put. */
export function behind(shown: object): unknown {
  return hidden.get(shown)?.();
}
