// Reserved by RFC, by the name-collision list, or used for private networks by convention.
const privateSuffixes = new Set([
  "alt",
  "arpa",
  "consul",
  "corp",
  "dhcp",
  "docker",
  "domain",
  "example",
  "home",
  "internal",
  "intra",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "mail",
  "onion",
  "priv",
  "private",
  "svc",
  "test",
  "workgroup",
]);

// Underscores are not valid in host names, but tunnels use them.
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const lastLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/** Whether a name, in lower-case ASCII and without its final dot, can be in the public DNS. */
export function isPublicName(name: string): boolean {
  if (name.length > 253) return false;
  const labels = name.split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length < 2 || !lastLabel.test(last) || privateSuffixes.has(last)) return false;
  return labels.every((part) => label.test(part));
}
