/** Who runs the service in tests: shown on the link page before anybody types a password. */
export const legalSettings = {
  LEGAL_NAME: "Connect de prueba SpA",
  CONTACT: "ayuda@connect.test",
  PRIVACY_URL: "https://connect.test/privacidad",
  TERMS_URL: "https://connect.test/condiciones",
};
