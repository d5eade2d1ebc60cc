import { bancoAUnderTest } from "./banco-a.ts";
import { bancoBUnderTest } from "./banco-b.ts";
import { bancoCUnderTest } from "./banco-c.ts";
import { bancoDUnderTest } from "./banco-d.ts";
import { bancoEUnderTest } from "./banco-e.ts";
import { bancoFUnderTest } from "./banco-f.ts";
import type { BankUnderTest } from "./bank-under-test.ts";

/** Every bank: one file in this folder, and one line here. */
export const banksUnderTest: readonly BankUnderTest[] = [
  bancoAUnderTest,
  bancoBUnderTest,
  bancoCUnderTest,
  bancoDUnderTest,
  bancoEUnderTest,
  bancoFUnderTest,
];
