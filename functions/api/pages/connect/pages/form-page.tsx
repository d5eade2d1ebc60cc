import { RequestPage, type RequestProps } from "./request-page.tsx";

/** Where a person types what a portal requires. */
export function FormPage(props: RequestProps) {
  const { system, organizationName: organization, mode, acts } = props.link;
  const again = mode === "reconectar";
  return (
    <RequestPage
      {...props}
      title={again ? `Vuelve a conectar ${system.name}` : `Conecta ${system.name}`}
      submit={again ? "Probar y volver a conectar" : "Probar y conectar"}
    >
      <strong>{organization}</strong> te pide permiso para leer estos datos de tu empresa en{" "}
      {system.name}
      {acts && " y para emitir documentos en su nombre"}.
    </RequestPage>
  );
}
