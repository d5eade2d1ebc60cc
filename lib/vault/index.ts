export { createVault, type SealedPlace, type Vault } from "./vault.ts";
