const ofTheMachine = ["/usr/share/fonts", "/usr/local/share/fonts"];

/**
 * The package's own file names folders that do not exist on our machines, and without any font the
 * browser crashes at the first field. The cache is in the job's folder, which is its home.
 */
export function fontsConf(folder: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    "<fontconfig>",
    ...[folder, ...ofTheMachine].map((path) => `  <dir>${escaped(path)}</dir>`),
    '  <cachedir prefix="xdg">fontconfig</cachedir>',
    "</fontconfig>",
    "",
  ].join("\n");
}

function escaped(path: string): string {
  return path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
