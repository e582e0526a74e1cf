/** A text on one line: composed letters, and one space for white space of any kind; signs without width are left out. */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u200b\u2060\ufeff\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters to reject them
const unseen = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/u;

/** Why a text cannot stand in the catalogue, as a key of `form`: signs that steer the text itself, or markup. */
export function catalogueTextError(text: string): string | undefined {
  if (unseen.test(text)) return 'error-text-unseen';
  // Of an element that HTML does not know, a browser still runs the attributes.
  return isHtml(text) || /<[a-z/!?][^<>]*=/i.test(text) ? 'error-text-markup' : undefined;
}

/** Whether a value of a formatted field (`richText`) has markup. A `<` before anything else is a sign: «рост <M». */
export function isHtml(text: string): boolean {
  return signsLess(text).some(({ isMarkup }) => isMarkup);
}

/** The same text with every `<` that is no markup written as HTML writes it, so that no reader takes it for a tag. */
export function withSignsLess(text: string): string {
  let result = '';
  let done = 0;
  for (const { at, isMarkup } of signsLess(text)) {
    if (isMarkup) continue;
    result += `${text.slice(done, at)}&lt;`;
    done = at + 1;
  }
  return result + text.slice(done);
}

/** Every `<` that a browser takes for the start of markup, and whether it is one. */
function signsLess(text: string): { at: number; isMarkup: boolean }[] {
  const found: { at: number; isMarkup: boolean }[] = [];
  const lastComment = text.lastIndexOf('-->');
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (!/[a-z/!?]/i.test(text.charAt(at + 1))) continue;
    const end = markupEnd(text, at, lastComment);
    found.push({ at, isMarkup: end > 0 });
    if (end > 0) at = end - 1;
  }
  return found;
}

const tagStart = /<\/?([a-z][a-z0-9]*(?:[:-][a-z0-9:-]*)?)(?=[\s/>])/iy;
const declaration = /<(?:!doctype\b|!\[|\?xml)[^<>]*>/iy;
const attributeName = /[\s/]*(?:[a-z@:_][\w:.@-]*)?/iy;

/** Where the tag, comment or declaration that begins at `at` ends; 0 when it is none. */
function markupEnd(text: string, at: number, lastComment: number): number {
  if (text.startsWith('<!--', at)) return lastComment > at ? text.indexOf('-->', at) + 3 : 0;
  const declared = matchAt(declaration, text, at);
  if (declared) return at + declared[0].length;
  const start = matchAt(tagStart, text, at);
  if (!start || !isElement(start[1] ?? '')) return 0;
  let place = at + start[0].length;
  let hasValue = false;
  while (place < text.length) {
    const length = matchAt(attributeName, text, place)?.[0].length ?? 0;
    place += length;
    const sign = text.charAt(place);
    if (sign === '>') return place + 1;
    if (length > 0 && /[\s/]/.test(sign)) continue;
    if (sign !== '=') return hasValue && sign === '' ? place : 0;
    hasValue = true;
    place = valueEnd(text, place + 1);
  }
  // A tag that never ends hides the rest in a browser, and it may say what to run.
  return hasValue ? text.length : 0;
}

function valueEnd(text: string, at: number): number {
  const start = at + (matchAt(/\s*/y, text, at)?.[0].length ?? 0);
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") return start + (matchAt(/[^\s<>]*/y, text, start)?.[0].length ?? 0);
  const end = text.indexOf(quote, start + 1);
  return end < 0 ? text.length : end + 1;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Elements of HTML, of pictures within it, and those with a prefix, which word processors write. */
function isElement(name: string): boolean {
  return /[:-]/.test(name) || elements.has(name.toLowerCase());
}

const elements = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center circle cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em
  embed fieldset figcaption figure font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i
  iframe image img input ins isindex kbd keygen label legend li line link listing main map mark marquee math menu
  meta meter nav nobr noembed noframes noscript object ol optgroup option output p param path picture plaintext pre
  progress q rect rp rt ruby s samp script search section select slot small source span strike strong style sub
  summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul use var video wbr xml
  xmp`.split(/\s+/),
);

/** Without these signs at its end: an expression for that is tried at every sign of a run, so long runs stop everybody. */
export function trimEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
