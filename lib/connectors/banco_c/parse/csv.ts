/** Lines of cells. A quoted cell may contain the separator, a line break, and doubled quotes. */
export function parseCsv(text: string, separator = ";"): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charAt(place);
    const doubled = character === '"' && text.charAt(place + 1) === '"';
    if (quoted && doubled) {
      cell += character;
      place += 1;
    } else if (character === '"' && (quoted || cell === "")) {
      quoted = !quoted;
    } else if (!quoted && character === separator) {
      cells.push(cell);
      cell = "";
    } else if (!quoted && character === "\n") {
      lines.push([...cells, cell]);
      cells = [];
      cell = "";
    } else if (quoted || character !== "\r") {
      cell += character;
    }
  }
  return cell === "" && cells.length === 0 ? lines : [...lines, [...cells, cell]];
}
