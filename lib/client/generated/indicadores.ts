// Written by "npm run client:types" from the catalogue: change that, not this.
/* eslint-disable max-lines */

/** The tools of indicadores. */
export interface IndicadoresTools {
  "indicadores.valor.actual": {
    input: {
      /** Código del indicador; indicadores.catalogo.listar los explica */
      codigo:
        | "uf"
        | "ivp"
        | "dolar"
        | "dolar_intercambio"
        | "euro"
        | "utm"
        | "uta"
        | "ipc"
        | "imacec"
        | "tpm"
        | "tasa_desempleo"
        | "libra_cobre"
        | "bitcoin";
    };
    output: {
      /** Código del indicador; indicadores.catalogo.listar los explica */
      codigo:
        | "uf"
        | "ivp"
        | "dolar"
        | "dolar_intercambio"
        | "euro"
        | "utm"
        | "uta"
        | "ipc"
        | "imacec"
        | "tpm"
        | "tasa_desempleo"
        | "libra_cobre"
        | "bitcoin";
      /** Día desde el que rige el valor */
      fecha: string;
      /** Expresado en unidad */
      valor: number;
      /** Unidad en que se expresa el valor */
      unidad: "Pesos" | "Porcentaje" | "Dólar";
      /** Días desde fecha hasta hoy en Santiago; negativo cuando fecha es futura */
      antiguedadDias: number;
    };
    connection: false;
    destructive: false;
    list: never;
  };
  "indicadores.valor.fecha": {
    input: {
      /** Código del indicador; indicadores.catalogo.listar los explica */
      codigo:
        | "uf"
        | "ivp"
        | "dolar"
        | "dolar_intercambio"
        | "euro"
        | "utm"
        | "uta"
        | "ipc"
        | "imacec"
        | "tpm"
        | "tasa_desempleo"
        | "libra_cobre"
        | "bitcoin";
      /** Día calendario AAAA-MM-DD */
      fecha: string;
    };
    output: {
      /** Código del indicador; indicadores.catalogo.listar los explica */
      codigo:
        | "uf"
        | "ivp"
        | "dolar"
        | "dolar_intercambio"
        | "euro"
        | "utm"
        | "uta"
        | "ipc"
        | "imacec"
        | "tpm"
        | "tasa_desempleo"
        | "libra_cobre"
        | "bitcoin";
      /** Día calendario AAAA-MM-DD */
      fechaConsultada: string;
      /** Día desde el que rige el valor */
      fecha: string | null;
      /** Expresado en unidad; null si el de ese día no se conoce */
      valor: number | null;
      /** Unidad en que se expresa el valor */
      unidad: "Pesos" | "Porcentaje" | "Dólar";
      antiguedadDias: number | null;
    };
    connection: false;
    destructive: false;
    list: never;
  };
  "indicadores.serie.consultar": {
    input: {
      /** Código del indicador; indicadores.catalogo.listar los explica */
      codigo:
        | "uf"
        | "ivp"
        | "dolar"
        | "dolar_intercambio"
        | "euro"
        | "utm"
        | "uta"
        | "ipc"
        | "imacec"
        | "tpm"
        | "tasa_desempleo"
        | "libra_cobre"
        | "bitcoin";
      /** Primer día del rango, incluido */
      desde: string;
      /** Último día del rango, incluido; a lo más 366 días en total */
      hasta: string;
      /** Valores por página, de 1 a 500 */
      limit?: number | undefined;
      /** El cursor de la respuesta anterior, tal cual; no se construye a mano */
      cursor?: string | undefined;
    };
    output: {
      /** Código del indicador; indicadores.catalogo.listar los explica */
      codigo:
        | "uf"
        | "ivp"
        | "dolar"
        | "dolar_intercambio"
        | "euro"
        | "utm"
        | "uta"
        | "ipc"
        | "imacec"
        | "tpm"
        | "tasa_desempleo"
        | "libra_cobre"
        | "bitcoin";
      /** Unidad en que se expresa el valor */
      unidad: "Pesos" | "Porcentaje" | "Dólar";
      /** Solo los días que tienen valor, del más nuevo al más antiguo */
      valores: {
        /** Día calendario AAAA-MM-DD */
        fecha: string;
        /** En unidad; rige desde fecha */
        valor: number;
      }[];
      /** null cuando no hay más valores */
      cursor: string | null;
    };
    connection: false;
    destructive: false;
    list: "valores";
  };
  "indicadores.catalogo.listar": {
    input: Record<string, never>;
    output: {
      /** Todos los que se pueden consultar */
      indicadores: {
        /** Código del indicador; indicadores.catalogo.listar los explica */
        codigo:
          | "uf"
          | "ivp"
          | "dolar"
          | "dolar_intercambio"
          | "euro"
          | "utm"
          | "uta"
          | "ipc"
          | "imacec"
          | "tpm"
          | "tasa_desempleo"
          | "libra_cobre"
          | "bitcoin";
        /** Nombre completo, con su sigla si la tiene */
        nombre: string;
        /** Unidad en que se expresa el valor */
        unidad: "Pesos" | "Porcentaje" | "Dólar";
        /** Cada cuánto hay un valor; mensual: rige desde el día 1 */
        frecuencia: "diaria" | "mensual";
      }[];
    };
    connection: false;
    destructive: false;
    list: never;
  };
}
