/** A page without data: its script calls the service, and draws what the envelopes bring. */
export function shellPage(base: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="UTF-8">
<title>Portal Previsional</title>
<style>body{font:14px sans-serif;margin:2em auto;max-width:60em}td,th{padding:2px 8px;text-align:left}</style>
</head>
<body>
<h1>Portal Previsional</h1>
<div id="contenido"></div>
<script>
var llamada = 0, marca = '', zona = document.getElementById('contenido');
function xml(texto) { var t = document.createElement('i'); t.textContent = texto; return t.innerHTML; }
function pedir(nombre, campos) {
  var cuerpo = '', campo;
  for (campo in campos) cuerpo += '<' + campo + '>' + xml(campos[campo]) + '</' + campo + '>';
  llamada += 1;
  return fetch('${base}/servicio', {method: 'POST', headers: {'content-type': 'text/xml'},
    body: '<sobre><cabecera><llamada>' + llamada + '</llamada><marca>' + marca +
      '</marca></cabecera><peticion nombre="' + nombre + '">' + cuerpo + '</peticion></sobre>'
  }).then(function (r) { return r.text(); }).then(function (t) {
    var sobre = new DOMParser().parseFromString(t, 'text/xml');
    var codigo = sobre.querySelector('codigo').textContent;
    if (codigo !== '0') throw new Error('Código ' + codigo);
    return sobre;
  });
}
function decir(error) { zona.appendChild(document.createElement('p')).textContent = error.message; }
function formulario(nombre, campos, boton, enviar) {
  var f = document.createElement('form'), i, c;
  f.name = nombre;
  for (i = 0; i < campos.length; i++) {
    c = document.createElement('input');
    c.name = c.id = c.placeholder = campos[i];
    if (campos[i] === 'clave') c.type = 'password';
    f.appendChild(c);
  }
  f.appendChild(document.createElement('button')).textContent = boton;
  f.onsubmit = function (e) { e.preventDefault(); enviar(f); };
  zona.appendChild(f);
}
function tabla(sobre, nombre) {
  var t = document.createElement('table'), filas = sobre.querySelectorAll(nombre);
  Array.prototype.forEach.call(filas, function (fila, n) {
    var r = t.insertRow(-1);
    if (n === 0) Array.prototype.forEach.call(fila.children, function (c) {
      r.appendChild(document.createElement('th')).textContent = c.nodeName; });
    if (n === 0) r = t.insertRow(-1);
    Array.prototype.forEach.call(fila.children, function (c) {
      r.insertCell(-1).textContent = c.textContent; });
  });
  zona.appendChild(t);
}
function entrar() {
  formulario('ingreso', ['rut', 'clave'], 'Ingresar', function (f) {
    llamada = 0; marca = '';
    pedir('sesion.abrir', {rut: f.rut.value, clave: f.clave.value}).then(function (sobre) {
      marca = sobre.querySelector('marca').textContent;
      zona.textContent = '';
      tabla(sobre, 'empresa');
      formulario('empresa', ['rut'], 'Elegir empresa', function (g) {
        pedir('empresa.elegir', {rut: g.rut.value}).then(consultar).catch(decir);
      });
    }).catch(decir);
  });
}
function consultar() {
  zona.textContent = '';
  formulario('consulta', ['periodo'], 'Consultar (MMAAAA)', function (f) {
    pedir('nominas.lista', {periodo: f.periodo.value}).then(function (nominas) {
      tabla(nominas, 'nomina');
      return pedir('planillas.lista', {periodo: f.periodo.value});
    }).then(function (planillas) { tabla(planillas, 'planilla'); }).catch(decir);
  });
  formulario('salida', [], 'Cerrar sesión', function () {
    pedir('sesion.cerrar', {}).then(function () { zona.textContent = ''; entrar(); }).catch(decir);
  });
}
entrar();
</script>
</body>
</html>
`;
}
