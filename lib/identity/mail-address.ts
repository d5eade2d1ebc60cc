import * as z from "zod";

/** One canonical form each: otherwise one person's mail could have two accounts. */
export const MailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/,
  );

/** `ma•••@maule.example`: enough for its owner to recognise, too little for anybody else. */
export function maskedMail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at > 3 ? 2 : 1)}•••${address.slice(at)}`;
}
