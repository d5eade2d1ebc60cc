import { z } from "zod";
import { companyOf } from "../../../generator/companies.ts";
import { randomFor } from "../../../generator/random.ts";
import { rowKind, type Row, type RowKind } from "../../../system/system.ts";
import { companyWithoutProfile } from "../people.ts";

interface Address {
  street: string;
  commune: string;
  city: string;
}

/** What the authority knows about an issuer; the form offers only these activities and addresses. */
export interface Profile {
  activity: string;
  activities: readonly { code: string; name: string }[];
  addresses: readonly Address[];
  /** Rises whenever somebody changes the profile. */
  revision: string;
}

export interface Issuers {
  profile(company: string): Profile;
  change(company: string, change: ProfileChange): void;
}

const activities = [
  { code: "466900", name: "Venta al por mayor de otros productos" },
  { code: "692000", name: "Actividades de contabilidad y teneduría" },
  { code: "522190", name: "Actividades de servicios vinculadas al transporte" },
  { code: "110200", name: "Elaboración de vinos" },
] as const;
type Town = readonly [commune: string, city: string];
const streets = ["Av. Los Ñandúes", "Calle Íñigo de Loyola", "Pasaje El Peumo"] as const;
const communes: readonly [Town, ...Town[]] = [
  ["Ñuñoa", "Santiago"],
  ["Peñalolén", "Santiago"],
  ["Viña del Mar", "Valparaíso"],
  ["Chillán", "Chillán"],
];

const taken = z.strictObject({
  giro: z.string().optional(),
  actividad: z.strictObject({ codigo: z.string().regex(/^\d{6}$/), glosa: z.string() }).nullish(),
  direccion: z.string().nullish(),
  comuna: z.string().nullish(),
  ciudad: z.string().nullish(),
});
type ProfileChange = z.infer<typeof taken>;

export function createIssuers(): Issuers {
  const changed = new Map<string, Profile>();
  const profile = (company: string) => changed.get(company) ?? generated(company);
  return {
    profile,
    change(company, change) {
      const before = profile(company);
      const [first = { street: "", commune: "", city: "" }, ...others] = before.addresses;
      const address = {
        street: textOr(change.direccion, first.street),
        commune: textOr(change.comuna, first.commune),
        city: textOr(change.ciudad, first.city),
      };
      const { actividad } = change;
      changed.set(company, {
        activity: change.giro ?? before.activity,
        activities:
          actividad === undefined
            ? before.activities
            : actividad === null
              ? []
              : [{ code: actividad.codigo, name: actividad.glosa }],
        addresses: address.street === "" ? [] : [address, ...others],
        revision: nextRevision(before.revision),
      });
    },
  };
}

function textOr(text: string | null | undefined, before: string): string {
  return text === undefined ? before : (text ?? "");
}

function generated(company: string): Profile {
  const random = randomFor("tributario", company, "issuer");
  const revision = `P${random.digits(4)}-1`;
  if (company === companyWithoutProfile) {
    return { activity: "", activities: [], addresses: [], revision };
  }
  const first = random.between(0, activities.length - 1);
  const own = [activities[first], activities[(first + 1) % activities.length]];
  const addresses = [1, 2].map(() => {
    const [commune, city] = random.pick(communes);
    return { street: `${random.pick(streets)} ${random.between(10, 4999)}`, commune, city };
  });
  return {
    activity: own[0]?.name ?? "",
    activities: own.filter((one) => one !== undefined),
    addresses,
    revision,
  };
}

function nextRevision(revision: string): string {
  const [stem = "", number = "1"] = revision.split("-");
  return `${stem}-${Number(number) + 1}`;
}

export function issuerTruth(issuers: Issuers, company: string): Row[] {
  const { activity, activities: own, addresses, revision } = issuers.profile(company);
  return [
    {
      rut: company,
      razonSocial: companyOf(company).name,
      giro: activity,
      revision,
      actividades: own.map(({ code, name }) => ({ codigo: code, glosa: name })),
      direcciones: addresses.map(({ street, commune, city }) => ({
        direccion: street,
        comuna: commune,
        ciudad: city,
      })),
    },
  ];
}

const takes =
  '{"giro"?, "actividad"?: {"codigo","glosa"}|null, "direccion"?, "comuna"?, "ciudad"?: text|null}: changes the issuer\'s profile, its first address, and its revision; null takes it away';

export function issuerRows(issuers: Issuers): RowKind {
  return rowKind(taken, takes, ({ rut }, change) => {
    issuers.change(rut, change);
    return issuerTruth(issuers, rut)[0] ?? {};
  });
}
