import type { Mutation } from "./mutation.ts";

/** What an invoicing system issues, refuses and is answered days later. */
export const invoiceMutations: readonly Mutation[] = [
  {
    group: "invoices",
    breaks: "a note that the authority rejected keeps its document from being annulled",
    file: "lib/acts/invoicing/store-issued.ts",
    changes: [['  if (issued.acceptance.state === "rechazado") await freeTarget(tx, row);\n', ""]],
    tests: ["tests/e2e/facturacion-notes.test.ts"],
  },
  {
    group: "invoices",
    breaks: "a document under our reference that looks otherwise lets a refusal count",
    file: "lib/acts/invoicing/ask-by-reference.ts",
    changes: [["both.length > 0 || contradictsRefusal", "matching > 0 || contradictsRefusal"]],
    tests: ["tests/e2e/facturacion-notes.test.ts"],
  },
  {
    group: "invoices",
    breaks: "a refused note counts as refused although its document was taken back since",
    file: "lib/acts/invoicing/order.ts",
    changes: [["said.refusal !== null && reversed?.isAnnulled === true", "false"]],
    tests: ["tests/faults/act-crash-invoices.test.ts"],
  },
  {
    group: "invoices",
    breaks: "notes that were previewed side by side come to more than their document",
    file: "lib/acts/invoicing/order.ts",
    changes: [
      [
        "    await requireLeft(invoicing, { nota: request.nota, original, note: documento });\n",
        "",
      ],
    ],
    tests: ["tests/e2e/facturacion-notes.test.ts"],
  },
  {
    group: "invoices",
    breaks: "of what is due in a portal the ones that waited longest are visited by chance",
    file: "lib/jobs/visit-due.ts",
    changes: [["query.orderBy(at, id).limit", "query.limit"]],
    tests: ["lib/acts/invoicing/visit-due-acceptances.test.ts"],
  },
  {
    group: "invoices",
    breaks: "a sync takes back what was issued after its reading began",
    file: "lib/records/withdraw-records.ts",
    changes: [
      ["        and read_at - read_order * interval '1 millisecond' <= $10::timestamptz\n", ""],
    ],
    tests: ["lib/sync/store-reading.test.ts"],
  },
  {
    group: "invoices",
    breaks: "what the authority objected to is told as accepted once a note annuls it",
    file: "lib/connectors/facturacion/parse/issued.ts",
    changes: [
      [
        "parseAnswer(Respondido, printed).autoridad.estado",
        'parseAnswer(Respondido, printed) && "aceptado"',
      ],
    ],
    tests: ["lib/connectors/facturacion/parse/answers.test.ts"],
  },
  {
    group: "invoices",
    breaks: "a doubled folio counts as a refusal, and the document is out",
    file: "lib/connectors/facturacion/driver/invoicing.ts",
    changes: [
      [
        '  "documento-rechazado": "contenido",\n',
        '  "documento-rechazado": "contenido",\n  "folio-duplicado": "contenido",\n',
      ],
    ],
    tests: ["tests/e2e/facturacion-emission.test.ts"],
  },
  {
    group: "invoices",
    breaks: "folios, certificate and plan are not asked for before the barrier",
    file: "lib/acts/invoicing/portal-invoicing.ts",
    changes: [["  requireReady(account, document.tipoDte);\n", ""]],
    tests: ["tests/e2e/facturacion-emission.test.ts"],
  },
];
