import { html } from "hono/html";
import type { Html } from "../page.ts";
import { assigned, quoted, script } from "./script.ts";

/** Builds the form in the page: what the server sends has no form, field or button. */
const builder = `
var hoja;
function formulario(nombre, destino) {
  hoja = document.createElement('form');
  hoja.setAttribute('name', nombre);
  hoja.method = 'post';
  hoja.action = destino;
  document.getElementById('zona').appendChild(hoja);
}
function renglon(texto, control) {
  var p = document.createElement('p'), rotulo = document.createElement('label');
  control.id = control.name;
  rotulo.htmlFor = control.id;
  rotulo.appendChild(document.createTextNode(texto + ' '));
  p.appendChild(rotulo);
  p.appendChild(control);
  hoja.appendChild(p);
}
function caja(nombre, texto, largo, valor) {
  var control = document.createElement('input');
  control.name = nombre; control.maxLength = largo; control.value = valor;
  renglon(texto, control);
}
function oculto(nombre, valor) {
  var control = document.createElement('input');
  control.type = 'hidden'; control.name = nombre; control.value = valor;
  hoja.appendChild(control);
}
function lista(nombre, texto, pares) {
  var control = document.createElement('select'), clave, opcion;
  control.name = nombre;
  for (clave in pares) {
    opcion = document.createElement('option');
    opcion.value = clave;
    opcion.appendChild(document.createTextNode(pares[clave]));
    control.appendChild(opcion);
  }
  renglon(texto, control);
}
function boton(texto) {
  var control = document.createElement('input');
  control.type = 'submit'; control.value = texto;
  hoja.appendChild(control);
}`;

export type FormPart =
  | { kind: "box"; name: string; label: string; length: number; value?: string }
  | { kind: "hidden"; name: string; value: string }
  | { kind: "list"; name: string; label: string; options: readonly (readonly [string, string])[] };

interface ScriptForm {
  name: string;
  target: string;
  parts: readonly FormPart[];
  button: string;
}

/** A form of these pages, as the calls that make it. */
export function scriptForm({ name, target, parts, button }: ScriptForm): Html {
  return html`<div id="zona"></div>
    ${script(
      builder,
      `formulario(${quoted(name)}, ${quoted(target)});`,
      ...parts.map(made),
      `boton(${quoted(button)});`,
    )}`;
}

function made(part: FormPart): string {
  switch (part.kind) {
    case "box":
      return `caja(${quoted(part.name)}, ${quoted(part.label)}, ${part.length}, ${quoted(part.value ?? "")});`;
    case "hidden":
      return `oculto(${quoted(part.name)}, ${quoted(part.value)});`;
    case "list":
      // A browser iterates number-like keys in its own order, not in this one.
      return `var opciones = {};\n${assigned("opciones", part.options)}\nlista(${quoted(part.name)}, ${quoted(part.label)}, opciones);`;
  }
}
