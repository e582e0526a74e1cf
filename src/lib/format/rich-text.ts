/** Plain text as HTML: blank lines separate paragraphs, lines starting with a dash become a list. */
export function textToHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map(toBlock)
    .join('');
}

const dash = /^\s*[-–—•*]\s+/;

function toBlock(lines: readonly string[]): string {
  if (lines.every((line) => dash.test(line)))
    return `<ul>${lines.map((line) => `<li><p>${escaped(line.replace(dash, ''))}</p></li>`).join('')}</ul>`;
  // A list often follows its sentence without a blank line.
  const first = lines.findIndex((line) => dash.test(line));
  if (first > 0 && lines.slice(first).every((line) => dash.test(line)))
    return toBlock(lines.slice(0, first)) + toBlock(lines.slice(first));
  return `<p>${lines.map(escaped).join('<br>')}</p>`;
}

function escaped(line: string): string {
  return line.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Normalises a typed address for a link; undefined when it is not one. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(https?:\/\/|mailto:)[^\s<>"]+$/i.test(text)) return text;
  if (/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/.test(text)) return `mailto:${text}`;
  return /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#][^\s<>"]*)?$/u.test(text) ? `https://${text}` : undefined;
}
