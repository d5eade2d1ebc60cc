import * as z from "zod";

/** One spelling of each: without it two accounts could be one person's mail. */
export const MailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/,
  );

/** `ma•••@maule.example`: enough for its owner to know it, too little for anybody else. */
export function maskedMail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at > 3 ? 2 : 1)}•••${address.slice(at)}`;
}
