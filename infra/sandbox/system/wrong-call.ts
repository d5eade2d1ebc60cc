/** A call to the control plane that cannot be understood: a 400 that names what it takes. */
export class WrongCall extends Error {
  readonly takes: unknown;
  readonly status: 400 | 404;

  constructor(message: string, takes: unknown, status: 400 | 404 = 400) {
    super(message);
    this.name = "WrongCall";
    this.takes = takes;
    this.status = status;
  }
}
