import { RequestPage, type RequestProps } from "./request-page.tsx";

/** For an account connected without a password: the person gives permission at the provider. */
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
