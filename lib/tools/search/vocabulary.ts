/**
 * What people call the things of the catalogue, in Spanish and English, in addition to the
 * catalogue's words: lines of words and phrases, separated by commas. Endings and accents do not
 * matter.
 */
export const vocabulary: Readonly<Record<string, readonly string[]>> = {
  // Banks
  movimientos: [
    "movement, transaction, activity, cargo, abono, charge, deposito, deposit, withdrawal, giro",
    "entro, entraron, salio, salieron, ingreso, egreso, gasto, expense, spent, spend, income",
    "incoming, outgoing, gastamos, pago, payment, paid, cobro, plata, dinero, money, came in",
    "went out, conciliar, conciliacion, reconcile the bank, account history, recibimos, llego, me pagaron",
    "nos pagaron, paid us, paid me, got paid, customer paid, cliente pago, cheque, fee, comision",
  ],
  saldos: [
    "balance, disponible, available, cuanto hay, cuanto tengo, cuanta plata, how much money",
    "how much is in, cash, caja, liquidez, fondos, funds, sobregiro, overdraft, retencion, snapshot",
  ],
  cuentas: ["account, numero de cuenta, account number, cuenta corriente, cuenta vista"],
  transferencias: [
    "transfer, tef, wire, transfirio, transfirieron, enviada, recibida, deposito de tercero",
    "traspaso, giro bancario",
  ],
  nominas: ["payroll, wage, salary, sueldo, remuneracion, batch, lote, pago masivo"],
  pagos: [
    "employee, empleado, trabajador, worker, each, linea, line, paid, detalle, employee payment",
    "pago a empleado, pago de cada, pagos a trabajadores, pago a trabajador",
  ],
  cartolas: [
    "bank statement, monthly statement, statement, estado de cuenta, extracto",
    "resumen mensual de la cuenta",
  ],
  tarjetas: ["credit card, card, tarjeta de credito, cuota, instalment, installment"],
  banco: ["bank, banking, bancario"],
  sincronizar: [
    "sync, synchronize, refresh, update the data, from the bank, download, descargar, bajar",
    "traer, fetch, pull, actualizar los datos, actualiza los datos, importar, import, bring",
    "latest data, new data, poner al dia, faltan datos, get new, poll, bring transactions, into the system",
  ],
  varias: [
    "all my banks, all our banks, todos mis bancos, todos los bancos, todas las cuentas, every bank",
    "all accounts, all our accounts, all my accounts, across our accounts, several accounts",
    "varios bancos, cada banco, todas mis cuentas, entre todos los bancos",
  ],
  exportar: [
    "export, exportacion, csv, ndjson, spreadsheet, planilla de calculo, excel, archivo de movimientos",
    "to a file, a un archivo, as a file, como archivo, dump, data file, bajar todo",
  ],
  portal: ["website, sitio, web del banco"],
  verificar: [
    "verify, check the credential, check the password, still working, still work, still valid",
    "sirve la clave, sigue funcionando, probar la clave, test the login, login works",
    "funciona la clave, password works, valid credential",
  ],
  credencial: ["password, clave, contrasena, credential, login, acceso"],

  // Connections
  conexiones: ["connection, connected, conectada, conectado, linked, vinculada"],
  empresa: ["company, business, compania, sociedad, rut, organization"],
  estado: [
    "status, state, situacion, health, up to date, al dia, last sync, ultima sincronizacion",
    "fresh, data fresh, datos frescos, al dia los datos, estan al dia, ultima actualizacion",
    "desactualizado, outdated, how old is the data, when was it read, stale",
    "sync fail, sync failed, fallo la sincronizacion, fallo una sincronizacion, sincronizacion fallida",
    "last night sync fail, why did it fail, por que fallo",
  ],
  enlace: ["link, url, invite, invitar, invitacion, invitation"],
  conectar: [
    "connect, connect a bank, conectar un banco, add a bank, agregar un banco, link a bank, vincular",
    "onboard",
  ],
  reconectar: [
    "reconnect, password changed, cambio la clave, cambiaron la clave, new password, clave nueva",
    "renew, update the password, actualizar la clave, renovar la clave, expired password",
    "clave vencida, update the credential, rotate",
  ],
  crear: ["create, make, new, nuevo, nueva, add, agregar"],
  sistemas: [
    "system, connector, conector, supported, soportado, integrations, integracion, which banks, que bancos",
    "what can i connect, que puedo conectar, proveedores disponibles",
  ],

  // Tax authority
  factura: ["invoice, bill, facturacion, facturar, invoicing, billing"],
  dte: [
    "invoice, factura, documento tributario, tax document, dispatch guide, guia de despacho",
    "emitir una factura, emitir factura, issue an invoice, factura a un cliente, invoice a customer",
  ],
  documento: ["document, invoice, factura, factura exenta, exento, tax exempt"],
  emitir: [
    "issue, issued, emit, emision, send an invoice, hacer una factura, facturar, sign, firmar",
    "factura electronica",
    "charge a customer, invoice a customer, bill a customer, facturar a, facturarle, mas iva",
    "plus vat, plus tax",
  ],
  emitidos: ["issued, we issued, sent to customers, emitimos, emiti, ventas"],
  previsualizar: [
    "preview, prepare, draft, borrador, preparar, vista previa, dry run, sin mandar",
    "sin enviar, sin mandarla, sin emitir, sin emitirla, without sending, without issuing",
    "before sending, before issuing, antes de emitir, antes de mandar, factura electronica",
  ],
  anulacion: [
    "cancel, cancelar, annul, anular, void, revert, reversar, dejar sin efecto",
    "dejarla sin efecto, dejarlo sin efecto, credit note, nota de credito, undo, deshacer",
    "mistake in, me equivoque, refund an invoice, dar de baja, mal hecha, mal emitida, wrong invoice",
    "corregir, corregir una factura, arreglar una factura, correct an invoice, fix an invoice",
  ],
  boleta: ["receipt, sales receipt, ticket, boleta electronica, consumidor, consumer"],
  honorarios: [
    "fee receipt, freelance, freelancer, independiente, contractor, professional fee, prestador",
    "profesional, emitir boleta de honorarios, emitir una boleta de honorarios",
    "hacer boleta de honorarios, hacer una boleta de honorarios",
  ],
  boletas: [
    "fee receipts from freelancers, invoices from freelancers, recibidas, received, pagadas, pagados",
    "pagados a profesionales, paid to professionals, anuladas, las que me hicieron",
  ],
  solicitudes: [
    "my request, status of my request, la que pedi, que pedi, pedida, pedidas, requested, in progress",
    "en que quedo, se emitio la que pedi, en que va, en que va mi, how is my, where is my",
  ],
  compra: ["purchase, supplier, proveedor, vendor, bought, compramos, compre, received invoice"],
  venta: ["sale, sold, sell, vender, vendimos, vendi, customer, cliente"],
  registro: ["ledger, register, libro, rcv, registry, book"],
  rcv: [
    "purchase ledger, sales ledger, libro de compras, libro de ventas, facturas recibidas",
    "facturas que me llegaron, facturas me llegaron, received invoices, invoices received",
    "supplier invoices, me facturaron, facturas de proveedores, facturas llegaron",
  ],
  resumen: ["summary, total, totals, sum, suma, iva, vat, tax credit, credito fiscal"],
  iva: ["vat, sales tax, impuesto"],
  pdf: [
    "printable, imprimible, print, imprimir, file, archivo, download the invoice, copia, download the pdf, pdf de la factura",
  ],
  emision: ["emission, issuance, issued, emitio, outcome, resultado, operacion"],
  reconciliar: [
    "do not know whether, not know if, no sabemos si, know whether, not clear whether",
    "reconcile, settle, unknown outcome, no se si, not sure, dont know if, did it go out",
    "se emitio o no, quedo en duda, perdi la respuesta, lost the answer",
  ],
  quedo: ["what became of, en que quedo, what happened"],
  emisor: ["issuer, my company details, our address, giro, actividad economica"],
  direccion: ["address, domicilio"],
  configurar: ["configure, change, cambiar, set, update, modificar, edit, ajustar"],
  guia: ["dispatch, despacho, delivery note"],

  // Indicators and utilities
  indicador: [
    "indicator, economic, economico, index, indice, ivp, uta, imacec, actividad economica, tpm",
    "politica monetaria, tasa de politica monetaria, monetary policy rate, desempleo, tasa desempleo",
    "tasa de desempleo, unemployment rate, cobre, libra cobre, libra de cobre, copper, bitcoin, euro, eur",
  ],
  dolar: [
    "dollar, usd, exchange rate, tipo de cambio, divisa, currency, dolar observado, dolar acuerdo",
    "dolar intercambio",
  ],
  uf: ["unidad de fomento"],
  utm: ["unidad tributaria"],
  ipc: ["inflation, inflacion, cpi, consumer prices"],
  valor: ["value, worth, price, precio, cuanto vale, rate, cotizacion, convert, pesos"],
  vigente: ["today, hoy, current, actual, now, ahora"],
  dia: ["date, fecha, day, on march, ese dia"],
  serie: [
    "series, history, historia, historico, evolution, evolucion, over the last",
    "last twelve months, ultimos meses, durante este ano, this year, trend, between, ultimos",
    "months, entre dos, chart, grafico, months",
  ],
  catalogo: ["catalogue, catalog, que indicadores, which indicators, what indicators"],
  hora: ["time, clock, server, timestamp, reloj, what day is it, que dia es, today in chile"],
  repetir: ["echo, ping, network, red, api key, health check, smoke test, prueba de conexion"],
  mensaje: ["message"],

  // Pensions, invoicing system, mail
  cotizaciones: [
    "contribution, pension, afp, salud, isapre, fonasa, prevision, social security, imposiciones",
    "leyes sociales, cesantia, unemployment, employer contribution, cotizacion previsional",
  ],
  planillas: ["sheet, payroll sheet, what each institution gets, pagado a cada institucion"],
  folios: ["folio, number range, caf, certificado, digital certificate"],
  correo: ["mail, email, e mail, inbox, bandeja, casilla, mailbox, sent mail, reply, responder"],
  enviar: ["send, mandar, write to"],
  buscar: ["search, find, look for"],
  carpeta: [
    "tax folder, folder, carpeta tributaria, tax dossier, carpeta para el banco, acreditar renta",
    "tax record for a bank, carpeta para un arriendo, prove income to a bank",
  ],
  destinatario: ["recipient, who gets it, quien la recibe, a quien se envia, addressee"],
  cerrar: ["close, revoke, revocar, take back, quitar el acceso, end access, stop sharing"],
  listar: ["list, show, lista, mostrar, which, cuales, que hay, siguen abiertos, still open"],
  // What the guides are about
  leer: ["read", "reading", "lectura"],
  pasos: ["step", "two-step", "paso a paso"],
  reintento: ["repeat", "retry", "retries", "reintentar", "again"],
  llamada: ["call", "request", "peticion"],
  firma: ["signature", "verify the signature", "firmado", "signed"],
  desconocido: ["unknown", "desconocida", "duda", "uncertain"],
  rechazo: ["refused", "refusal", "error", "rechazada", "failure"],
  consultar: ["read, look up, see, ver, get, consulta"],
};

/** The same for what only the guides are about: by these alone no tool is meant. */
export const guideVocabulary: Readonly<Record<string, readonly string[]>> = {
  idempotencia: ["idempotency", "idempotent", "idempotency key", "clave de idempotencia"],
  limites: ["limit", "rate limit", "quota", "cuota de llamadas", "limite"],
  webhook: ["evento", "event", "notificacion", "notification"],
  pagina: ["page", "cursor", "paginar", "pagination"],
  syncing: [
    "sync fail, sync failed, fallo la sincronizacion, fallo una sincronizacion, sincronizacion fallida",
  ],
};

/** Words that say nothing about which tool is meant. */
export const stopWords: readonly string[] = [
  "a al algo algun alguna ante asi aun con como cuando cual de del desde donde e el ella en",
  "entonces era es esa ese eso esta este esto fue ha han hasta hay hice la las le les lo los",
  "mas me mi mis muy necesito ni no nos o otra otro para pero por porque puede pueden puedo",
  "que quien quiero se ser si sin sobre son su sus tambien tengo tiene todo tu un una unas",
  "uno unos usar y ya yo mes semana ayer about all am an and any are as at be been but by can",
  "could did do does for from had has have how i if in into is it its just like many me much",
  "my need of on or our out over please should so some that the their them then there they",
  "this through to up us want was we were what when where will with without would yet you",
  "your month week yesterday two pasada pasado last",
];

/**
 * Words that fit any purpose: they are evidence neither for nor against a question about the
 * catalogue.
 */
export const ordinaryWords: readonly string[] = [
  "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre",
  "diciembre january february march april may june july august september october november december",
  "lunes martes miercoles jueves viernes sabado domingo monday tuesday wednesday thursday friday",
  "saturday sunday weekend manana tomorrow since until after before across during whether already",
  "active historical past end start opening closing given whose one new nuevo nueva nuevos nuevas",
  "make made crear create write escribir hacer hizo hice hicieron aser pedir send mandar enviar traeme",
  "pay pagar open abrir get give show ver list listar find buscar check appear aparecen exist wait trigger",
  "enter oficial official pending pendiente pendientes rejected rechazado stored publicar post",
  "night tonight noche anoche next proximo proxima siguiente",
  "millon millones mil million thousand hundred something algo somebody alguien know saber sabe",
  "bajame dame muestrame mandame enviame bajar need needs",
  "call order ask quisiera gustaria please favor hago equivocado otro another first second",
];
