/** Local mode cannot start, for a reason that its user can fix: one sentence. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefused";
  }
}
