/** The service's result codes: every answer has HTTP status 200. */
export const codes = {
  done: "0",
  rejected: "101",
  blocked: "102",
  busy: "103",
  ended: "110",
  outOfTurn: "120",
} as const;

/** The states of an export. */
export const exportStates = { underWay: "1", ready: "2" } as const;

/** From the authority's specification: version 100 has 105 fields per line. */
export const knownFile = { version: "100", fields: 105 } as const;

/** The letters that lists use for a payroll's state. */
export const stateLetters = {
  CAR: "cargada",
  ERR: "con_errores",
  DEC: "declarada",
  DNP: "declarada_no_pagada",
  DNA: "declarada_no_pagada_automatica",
  PAG: "pagada",
  NUL: "anulada",
} as const;

export const kindLetters = {
  REM: "remuneraciones",
  GRA: "gratificaciones",
  REL: "reliquidacion",
} as const;

export const institutionLetters = {
  AFP: "afp",
  SAL: "salud",
  AFC: "afc",
  MUT: "mutual",
  CCA: "ccaf",
  IPS: "ips",
  SSO: "seguro_social",
} as const;
