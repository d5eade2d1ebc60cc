export interface LinkRequest {
  sistema: string;
  nombre?: string | undefined;
  alcances?: string[] | undefined;
  modo: "crear" | "reconectar";
  conexionId?: string | undefined;
  expiraEnMinutos: number;
  volverA?: string | undefined;
}

export interface LinkAnswer {
  enlaceId: string;
  url: string;
  expiraEn: string;
  modo: "crear" | "reconectar";
}
