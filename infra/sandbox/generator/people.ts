import type { Random } from "./random.ts";
import { rutOf } from "./rut.ts";

export interface Party {
  rut: string;
  name: string;
  bank: string;
  account: string;
}

const surnames = [
  "Muñoz",
  "Íñiguez",
  "Peña",
  "Núñez",
  "Castañeda",
  "Ríos",
  "Soto",
  "Araya",
  "Pérez",
  "Ibáñez",
  "Vergara",
  "Yáñez",
] as const;
const givenNames = [
  "María José",
  "Íngrid",
  "Joaquín",
  "Begoña",
  "Raúl",
  "Inés",
  "Cristián",
  "Sofía",
  "Andrés",
  "Paz",
] as const;
const trades = [
  "Constructora",
  "Ferretería",
  "Transportes",
  "Agrícola",
  "Panadería",
  "Ingeniería",
  "Comercial",
  "Viñedos",
] as const;
const endings = ["SpA", "Ltda.", "y Cía. Ltda.", "S.A.", "& Hijos Ltda.", "E.I.R.L."] as const;
const banks = ["Banco Alerce", "Banco Canelo", "Banco Ñandú", "Banco Coihue"] as const;

export function person(random: Random): Party {
  return {
    rut: rutOf(random.between(6_000_000, 24_999_999)),
    name: `${random.pick(givenNames)} ${random.pick(surnames)} ${random.pick(surnames)}`,
    bank: random.pick(banks),
    account: random.digits(10),
  };
}

export function business(random: Random): Party {
  return {
    rut: rutOf(random.between(76_000_000, 78_999_999)),
    name: businessName(random),
    bank: random.pick(banks),
    account: random.digits(11),
  };
}

export function businessName(random: Random): string {
  const first = random.pick(surnames);
  const second = random.chance(40) ? ` & ${random.pick(surnames)}` : "";
  return `${random.pick(trades)} ${first}${second} ${random.pick(endings)}`;
}
