import { generate } from "selfsigned";

interface ReceiverCertificate {
  ca: string;
  key: string;
  cert: string;
}

/** A new authority at every start, so that nothing outside a run trusts it. */
export async function createCertificate(host: string): Promise<ReceiverCertificate> {
  const elliptic = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;
  const authority = await generate([{ name: "commonName", value: "Sandbox authority" }], {
    ...elliptic,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const own = await generate([{ name: "commonName", value: host }], {
    ...elliptic,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: host }] },
    ],
  });
  return { ca: authority.cert, key: own.private, cert: own.cert };
}
