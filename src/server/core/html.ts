import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { ownValue } from '@/contract/core/own-value';
import { isRichText } from '@/contract/core/rules';
import { isHtml, withSignsLess } from '@/contract/core/text';

/** How far a cell reaches, as a whole number; nothing else of it is kept. */
function cell(tagName: string, given: Attributes): Tag {
  const attribs: Attributes = {};
  for (const key of ['colspan', 'rowspan'])
    if (/^[1-9]\d?$/.test(given[key] ?? '') && given[key] !== '1') attribs[key] = given[key] ?? '';
  return { tagName, attribs };
}

/** Blocks whose text stands apart from its neighbours, as that of a paragraph. */
const likeParagraph =
  'address article aside center details div fieldset figcaption figure footer form header legend listing main nav pre section summary xmp';

/** Tags allowed in descriptions; others are removed and their text kept. */
const marks: IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'em', 'u', 's', 'sub', 'sup', 'a', 'h2', 'h3', 'h4', 'blockquote', 'hr'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: { a: ['href', 'rel'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 30,
  nonTextTags: ['script', 'style', 'title', 'noscript', 'template'],
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    dir: 'ul',
    menu: 'ul',
    option: 'p',
    td: cell,
    th: cell,
    ...Object.fromEntries(likeParagraph.split(' ').map((name) => [name, 'p'])),
    a: (_name, { href = '' }): Tag => ({
      tagName: 'a',
      // A relative link would resolve differently on every page that shows the description.
      attribs: /^(https?:\/\/|mailto:)/i.test(href) ? { href, rel: 'noopener noreferrer nofollow' } : {},
    }),
  },
};

/**
 * The value of a formatted field as it is stored: HTML with the editor's tags alone, or a text without a tag. Either is
 * safe to render as HTML (rules/core: rich text is cleaned, not refused).
 */
export function cleanHtml(text: string): string {
  const read = withSignsLess(withoutCdata(text));
  const clean = (isHtml(read) ? withFlatParagraphs(sanitizeHtml(read, marks)) : read).trim();
  // A text about tags would be read as one with tags once it is decoded.
  return !isHtml(clean) && isHtml(decodeEntities(clean)) ? `<p>${clean}</p>` : clean;
}

/** Files of programs wrap a text for XML; a browser hides what is in there. */
function withoutCdata(text: string): string {
  if (!text.includes('<![CDATA[')) return text;
  return text
    .split('<![CDATA[')
    .map((part) => part.replace(']]>', ''))
    .join('');
}

/** A paragraph holds no other block: one around blocks becomes a paragraph before, between and after them. */
function withFlatParagraphs(html: string): string {
  let isChanged = false;
  // How many paragraphs are open, within each block that is.
  const depths = [0];
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    const [, closing, name] = /^<(\/?)(p|h\d|ul|ol|dl|table|blockquote|hr)\b/.exec(part) ?? [];
    if (name === undefined) return part;
    const depth = depths.at(-1) ?? 0;
    if (name === 'p') {
      depths[depths.length - 1] = depth + (closing ? -1 : 1);
      const isNested = closing ? depth > 1 : depth > 0;
      isChanged ||= isNested;
      return isNested ? '</p><p>' : part;
    }
    if (closing) depths.pop();
    else if (name !== 'hr') depths.push(0);
    const isInside = (closing ? (depths.at(-1) ?? 0) : depth) > 0;
    isChanged ||= isInside;
    if (!isInside) return part;
    if (name === 'hr') return `</p>${part}<p>`;
    return closing ? `${part}<p>` : `</p>${part}`;
  });
  return isChanged ? parts.join('').replace(/<p>\s*<\/p>/g, '') : html;
}

const visibleText = (html: string) => sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });

const kept: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** A text without tags as a person reads it: `&amp;`, `&laquo;` and `&#171;` are signs. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return visibleText(withSignsLess(text)).replace(
    /&(?:lt|gt|quot|amp);/g,
    (entity) => ownValue(kept, entity) ?? entity,
  );
}

/** Number of visible characters. */
export function htmlLength(text: string): number {
  if (!text.includes('<') && !text.includes('&')) return text.length;
  // sanitize-html leaves these entities: each is one character.
  return visibleText(withSignsLess(text)).replace(/&(amp|lt|gt|quot);/g, '.').length;
}

/** A body whose rich texts are clean, so that its schema sees what will be stored: `<p></p>` is no text. */
export function withCleanTexts(
  { fields }: { fields: Record<string, unknown> },
  body: Record<string, unknown>,
): Record<string, unknown> {
  const rich = Object.keys(body).filter((key) => isRichText(fields[key]) && typeof body[key] === 'string');
  return rich.length === 0
    ? body
    : { ...body, ...Object.fromEntries(rich.map((key) => [key, cleanRich(String(body[key]))])) };
}

/** Empty when nothing can be seen. */
function cleanRich(text: string): string {
  const clean = cleanHtml(text);
  return isHtml(clean) && visibleText(clean).trim() === '' ? '' : clean;
}
