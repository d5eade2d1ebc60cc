/** Local mode cannot start, for a reason that the person who starts it can put right: a sentence. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefused";
  }
}
