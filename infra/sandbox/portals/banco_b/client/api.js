/** Calls run one after another: each POST consumes the token from the previous answer. */
const base = document.querySelector('meta[name="base"]').content;
let token = document.querySelector('meta[name="csrf-token"]').content;
let last = Promise.resolve();

export class ApiError extends Error {
  constructor(codigo, mensaje) {
    super(mensaje);
    this.codigo = codigo;
  }
}

async function send(method, path, body) {
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: { "content-type": "application/json", "X-CSRF-Token": token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  token = response.headers.get("X-CSRF-Token") ?? token;
  if (response.status === 503) throw new ApiError("99", "Servicio no disponible");
  const { codigo, mensaje, datos } = await response.json();
  if (codigo !== "00") throw new ApiError(codigo, mensaje);
  return datos;
}

function queued(method, path, body) {
  last = last.then(
    () => send(method, path, body),
    () => send(method, path, body),
  );
  return last;
}

export const get = (path) => queued("GET", path);
export const post = (path, body = {}) => queued("POST", path, body);
