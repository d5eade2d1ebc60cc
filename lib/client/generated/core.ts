// Written by "npm run client:types" from the catalogue: change that, not this.
/* eslint-disable max-lines */

/** The tools of core. */
export interface CoreTools {
  "core.timestamp.now": {
    input: {
      /** Zona horaria IANA; por omisión America/Santiago */
      timezone?: string | undefined;
    };
    output: {
      iso: string;
      unix: number;
      timezone: string;
    };
    connection: false;
    destructive: false;
    list: never;
  };
}
