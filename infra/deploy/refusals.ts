import { AppError } from "#lib/kernel/errors/index.ts";

/** One line: nothing was tried, and the call must be written differently. */
export class WrongCall extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "WrongCall";
  }
}

/** Not possible at the moment: nothing changed, and nothing was recorded. */
export class Refused extends AppError {
  constructor(reason: string, options: Pick<ErrorOptions, "cause"> = {}) {
    super("forbidden", { details: { reason }, ...options });
  }
}
