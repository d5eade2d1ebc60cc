import { html } from "hono/html";
import { assigned, quoted, script } from "../fees/script.ts";
import { companyStrip, type Html } from "../page.ts";
import { folderKinds, institutions } from "./request.ts";

/** Draws the form; its requests go to the service, with the page's ticket. */
const client = `
function elemento(nombre, atributos, hijos) {
  var nuevo = document.createElement(nombre), i;
  for (i in atributos) nuevo.setAttribute(i, atributos[i]);
  for (i = 0; i < (hijos || []).length; i++) nuevo.appendChild(hijos[i]);
  return nuevo;
}
function texto(valor) { return document.createTextNode(valor); }
function lista(nombre, valores) {
  var opciones = [], clave;
  for (clave in valores) opciones.push(elemento('option', {value: clave}, [texto(valores[clave])]));
  return elemento('select', {name: nombre, id: nombre}, opciones);
}
function caja(nombre, valor) { return elemento('input', {name: nombre, id: nombre, value: valor}); }
function renglon(rotulo, control) {
  return elemento('p', {}, [elemento('label', {'for': control.id}, [texto(rotulo + ' ')]), control]);
}
function decir(valor) { document.getElementById('avance').textContent = valor; }
function preguntar(ruta, opciones) {
  return fetch(carpeta['servicio'] + ruta, opciones).then(function (r) { return r.json(); });
}
function seguir(id, llave) {
  preguntar('/estado?id=' + id).then(function (r) {
    decir('Estado ' + r.estado);
    if (r.estado < 3) return setTimeout(function () { seguir(id, llave); }, 500);
    return preguntar('/documento?id=' + id + '&llave=' + llave).then(function (d) {
      var enlace = elemento('a', {href: 'data:application/pdf;base64,' + d.contenido,
        download: d.nombre}, [texto('Descargar ' + d.nombre)]);
      document.getElementById('isla').appendChild(enlace);
    });
  });
}
// A browser iterates numbers first: without this the first institution would be selected.
var instituciones = lista('institucion', institucion);
instituciones.value = '';
var formulario = elemento('form', {name: 'carpeta'}, [
  renglon('Tipo de carpeta', lista('tipo', tipo)),
  renglon('Institución', instituciones),
  renglon('Otro destinatario', caja('otro_destinatario', '')),
  renglon('Correo del destinatario', caja('correo', '')),
  renglon('Propiedades', lista('propiedades', {S: 'Sí', N: 'No'})),
  renglon('Honorarios', lista('honorarios', {S: 'Sí', N: 'No'})),
  renglon('Períodos de IVA', caja('periodos', '12')),
  renglon('Años de renta', caja('anios', '3')),
  elemento('input', {type: 'submit', value: 'Generar carpeta'})
]);
formulario.onsubmit = function (evento) {
  var datos = new FormData(formulario);
  evento.preventDefault();
  datos.append('boleto', carpeta['boleto']);
  preguntar('/generar', {method: 'POST', body: datos}).then(function (r) {
    if (r.resultado === 0) return seguir(r.id, r.llave);
    decir('Resultado ' + r.resultado);
  });
};
document.getElementById('isla').appendChild(formulario);`;

interface ShownFolderPage {
  company: string;
  ticket: string;
  changed: boolean;
}

export function folderPage(base: string, { company, ticket, changed }: ShownFolderPage): Html {
  const about = [
    [changed ? "token" : "boleto", ticket],
    ["servicio", `${base}/carpeta/servicio`],
  ] as const;
  return html`${companyStrip(company)}
    <h1>Carpeta Tributaria Electrónica</h1>
    <div id="isla"></div>
    <p id="avance"></p>
    ${script(
      `var carpeta = {}, tipo = {}, institucion = {${quoted("")}: ${quoted("Otra")}};`,
      assigned("carpeta", about),
      assigned(
        "tipo",
        folderKinds.map(({ code, name }) => [code, name] as const),
      ),
      assigned("institucion", Object.entries(institutions)),
      client,
    )}`;
}
