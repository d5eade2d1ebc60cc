import { get, post } from "./api.js";
import { el, show } from "./dom.js";

export function loginView(notice, onEntered) {
  const rut = el("input", {
    id: "rut",
    name: "rut",
    placeholder: "12.345.678-9",
    autocomplete: "off",
  });
  const key = el("input", { id: "clave", name: "clave", type: "password" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      onEntered(await post("/sesion/ingresar", { rut: rut.value, clave: key.value }));
    } catch (error) {
      loginView(error.message, onEntered);
    }
  };
  show(
    "ingreso",
    el("h1", {}, "Banco B Empresas"),
    notice ? el("p", { class: "aviso", role: "alert" }, notice) : null,
    el(
      "form",
      { id: "form-ingreso", submit },
      el("label", { for: "rut" }, "RUT"),
      rut,
      el("label", { for: "clave" }, "Clave"),
      key,
      el("button", { type: "submit" }, "Ingresar"),
    ),
  );
}

export async function companiesView(onChosen, failed) {
  const { empresas } = await get("/sesion");
  const choose = async (idEmpresa) => {
    try {
      onChosen((await post("/sesion/empresa", { idEmpresa })).empresa);
    } catch (error) {
      failed(error);
    }
  };
  show(
    "empresas",
    el("h1", {}, "¿Con qué empresa desea operar?"),
    el(
      "ul",
      { id: "empresas" },
      ...empresas.map(({ idEmpresa, rut, razonSocial }) =>
        el(
          "li",
          {},
          el(
            "button",
            { "data-empresa": idEmpresa, click: () => choose(idEmpresa) },
            `${razonSocial} (${rut})`,
          ),
        ),
      ),
    ),
  );
}
