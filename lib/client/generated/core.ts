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
      /** La hora de esa zona, con su diferencia con UTC */
      iso: string;
      /** Segundos desde 1970 en UTC, sin decimales */
      unix: number;
      /** La zona en que está iso */
      timezone: string;
    };
    connection: false;
    destructive: false;
    list: never;
  };
}
