// Written by "npm run client:types" from the catalogue: change that, not this.
/* eslint-disable max-lines */

/** The tools of echo. */
export interface EchoTools {
  "echo.mensaje.repetir": {
    input: {
      /** Texto que se devuelve tal cual */
      mensaje: string;
    };
    output: {
      /** Texto que se devuelve tal cual */
      mensaje: string;
    };
    connection: false;
    destructive: false;
    list: never;
  };
}
