/**
 * Common passwords of at least 12 characters, and words that make one with digits or symbols around
 * them.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password contraseña contrasena clave miclave micontraseña micontrasena administrador administrator
  admin welcome bienvenido bienvenida iloveyou teamo teamomucho teamotanto letmein changeme cambiame
  secret secreto princesa superman batman football futbol colocolo universidaddechile lauchile
  catolica cobreloa santiago santiagodechile chile vivachile chilenos valparaiso concepcion qwerty
  qwertyuiop asdfghjkl zxcvbnm master monkey dragon sunshine shadow trustno starwars computer
  computador notebook internet facebook google microsoft windows samsung empresa contabilidad
  contador finanzas gerencia secretaria usuario invitado default temporal provisoria prueba
  pruebaprueba test testing testtest passwordpassword correcthorsebatterystaple hola holahola
  holamundo helloworld holaquetal mamaypapa familia mifamilia amorcito miamor amordemivida
  gatitos perritos jesus jesuscristo diosesamor dioses connect connectconnect`
    .split(/\s+/)
    .concat([
      "123456789012",
      "1234567890123",
      "12345678901234",
      "123456789abc",
      "1234567890qw",
      "abc123456789",
      "a1b2c3d4e5f6",
      "1qaz2wsx3edc",
      "1q2w3e4r5t6y",
      "zaq12wsxcde3",
      "q1w2e3r4t5y6",
      "p@ssw0rd1234",
      "p4ssw0rd1234",
      "passw0rd1234",
      "contr4seña123",
    ]),
);
