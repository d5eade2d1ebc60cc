interface Region {
  code: string;
  name: string;
  communes: readonly Commune[];
}

interface Commune {
  code: string;
  name: string;
}

/** From north to south; the codes are this portal's own: the region's number and the position in its list. */
const listed: readonly (readonly [code: string, name: string, communes: string])[] = [
  ["15", "Arica y Parinacota", "Arica|Camarones|General Lagos|Putre"],
  ["01", "Tarapacá", "Alto Hospicio|Camiña|Colchane|Huara|Iquique|Pica|Pozo Almonte"],
  [
    "02",
    "Antofagasta",
    "Antofagasta|Calama|María Elena|Mejillones|Ollagüe|San Pedro de Atacama|Sierra Gorda|Taltal|Tocopilla",
  ],
  [
    "03",
    "Atacama",
    "Alto del Carmen|Caldera|Chañaral|Copiapó|Diego de Almagro|Freirina|Huasco|Tierra Amarilla|Vallenar",
  ],
  [
    "04",
    "Coquimbo",
    "Andacollo|Canela|Combarbalá|Coquimbo|Illapel|La Higuera|La Serena|Los Vilos|Monte Patria|Ovalle|Paihuano|Punitaqui|Río Hurtado|Salamanca|Vicuña",
  ],
  [
    "05",
    "Valparaíso",
    "Algarrobo|Cabildo|Calera|Calle Larga|Cartagena|Casablanca|Catemu|Concón|El Quisco|El Tabo|Hijuelas|Isla de Pascua|Juan Fernández|La Cruz|La Ligua|Limache|Llaillay|Los Andes|Nogales|Olmué|Panquehue|Papudo|Petorca|Puchuncaví|Putaendo|Quillota|Quilpué|Quintero|Rinconada|San Antonio|San Esteban|San Felipe|Santa María|Santo Domingo|Valparaíso|Villa Alemana|Viña del Mar|Zapallar",
  ],
  [
    "13",
    "Metropolitana de Santiago",
    "Alhué|Buin|Calera de Tango|Cerrillos|Cerro Navia|Colina|Conchalí|Curacaví|El Bosque|El Monte|Estación Central|Huechuraba|Independencia|Isla de Maipo|La Cisterna|La Florida|La Granja|La Pintana|La Reina|Lampa|Las Condes|Lo Barnechea|Lo Espejo|Lo Prado|Macul|Maipú|María Pinto|Melipilla|Ñuñoa|Padre Hurtado|Paine|Pedro Aguirre Cerda|Peñaflor|Peñalolén|Pirque|Providencia|Pudahuel|Puente Alto|Quilicura|Quinta Normal|Recoleta|Renca|San Bernardo|San Joaquín|San José de Maipo|San Miguel|San Pedro|San Ramón|Santiago|Talagante|Tiltil|Vitacura",
  ],
  [
    "06",
    "Libertador General Bernardo O'Higgins",
    "Chépica|Chimbarongo|Codegua|Coinco|Coltauco|Doñihue|Graneros|La Estrella|Las Cabras|Litueche|Lolol|Machalí|Malloa|Marchihue|Mostazal|Nancagua|Navidad|Olivar|Palmilla|Paredones|Peralillo|Peumo|Pichidegua|Pichilemu|Placilla|Pumanque|Quinta de Tilcoco|Rancagua|Rengo|Requínoa|San Fernando|San Vicente|Santa Cruz",
  ],
  [
    "07",
    "Maule",
    "Cauquenes|Chanco|Colbún|Constitución|Curepto|Curicó|Empedrado|Hualañé|Licantén|Linares|Longaví|Maule|Molina|Parral|Pelarco|Pelluhue|Pencahue|Rauco|Retiro|Río Claro|Romeral|Sagrada Familia|San Clemente|San Javier|San Rafael|Talca|Teno|Vichuquén|Villa Alegre|Yerbas Buenas",
  ],
  [
    "16",
    "Ñuble",
    "Bulnes|Chillán|Chillán Viejo|Cobquecura|Coelemu|Coihueco|El Carmen|Ninhue|Ñiquén|Pemuco|Pinto|Portezuelo|Quillón|Quirihue|Ránquil|San Carlos|San Fabián|San Ignacio|San Nicolás|Treguaco|Yungay",
  ],
  [
    "08",
    "Biobío",
    "Alto Biobío|Antuco|Arauco|Cabrero|Cañete|Chiguayante|Concepción|Contulmo|Coronel|Curanilahue|Florida|Hualpén|Hualqui|Laja|Lebu|Los Álamos|Los Ángeles|Lota|Mulchén|Nacimiento|Negrete|Penco|Quilaco|Quilleco|San Pedro de la Paz|San Rosendo|Santa Bárbara|Santa Juana|Talcahuano|Tirúa|Tomé|Tucapel|Yumbel",
  ],
  [
    "09",
    "La Araucanía",
    "Angol|Carahue|Cholchol|Collipulli|Cunco|Curacautín|Curarrehue|Ercilla|Freire|Galvarino|Gorbea|Lautaro|Loncoche|Lonquimay|Los Sauces|Lumaco|Melipeuco|Nueva Imperial|Padre Las Casas|Perquenco|Pitrufquén|Pucón|Purén|Renaico|Saavedra|Temuco|Teodoro Schmidt|Toltén|Traiguén|Victoria|Vilcún|Villarrica",
  ],
  [
    "14",
    "Los Ríos",
    "Corral|Futrono|La Unión|Lago Ranco|Lanco|Los Lagos|Máfil|Mariquina|Paillaco|Panguipulli|Río Bueno|Valdivia",
  ],
  [
    "10",
    "Los Lagos",
    "Ancud|Calbuco|Castro|Chaitén|Chonchi|Cochamó|Curaco de Vélez|Dalcahue|Fresia|Frutillar|Futaleufú|Hualaihué|Llanquihue|Los Muermos|Maullín|Osorno|Palena|Puerto Montt|Puerto Octay|Puerto Varas|Puqueldón|Purranque|Puyehue|Queilén|Quellón|Quemchi|Quinchao|Río Negro|San Juan de la Costa|San Pablo",
  ],
  [
    "11",
    "Aysén del General Carlos Ibáñez del Campo",
    "Aysén|Chile Chico|Cisnes|Cochrane|Coyhaique|Guaitecas|Lago Verde|O'Higgins|Río Ibáñez|Tortel",
  ],
  [
    "12",
    "Magallanes y de la Antártica Chilena",
    "Antártica|Cabo de Hornos|Laguna Blanca|Natales|Porvenir|Primavera|Punta Arenas|Río Verde|San Gregorio|Timaukel|Torres del Paine",
  ],
];

export const regions: readonly Region[] = listed.map(([code, name, communes]) => ({
  code,
  name,
  communes: communes.split("|").map((one, index) => ({
    code: `${code}${String(index + 1).padStart(2, "0")}`,
    name: one,
  })),
}));

/** A region's commune; null if it is in another region. */
export function communeOf(region: string, commune: string): Commune | undefined {
  const found = regions.find(({ code }) => code === region);
  return found?.communes.find(({ code }) => code === commune);
}
