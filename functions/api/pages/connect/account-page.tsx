import { RequestPage, type RequestProps } from "./request-page.tsx";

/** Where an account is connected without a password: it is allowed at the provider. */
export function AccountPage(props: RequestProps) {
  const { system, organizationName: organization, mode } = props.link;
  const account = lower(system.name);
  return (
    <RequestPage
      {...props}
      title={mode === "reconectar" ? `Vuelve a conectar tu ${account}` : `Conecta tu ${account}`}
      submit="Continuar en tu proveedor"
    >
      <strong>{organization}</strong> te pide permiso para usar una cuenta de tu empresa. Lo das en
      la página de tu proveedor de correo; aquí no escribes ninguna clave.
    </RequestPage>
  );
}

function lower(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
