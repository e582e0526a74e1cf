import sanitizeHtml, { type IOptions, type Tag } from 'sanitize-html';
import { isRichText } from '@/contract/core/rules';
import { isHtml } from '@/contract/core/text';

/** Tags allowed in descriptions; others are removed and their text kept. */
const marks: IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    h1: 'h2',
    div: 'p',
    a: (_name, { href = '' }): Tag => ({
      tagName: 'a',
      // A relative link would resolve differently on every page that shows the description.
      attribs: /^(https?:\/\/|mailto:)/i.test(href) ? { href, rel: 'noopener noreferrer nofollow' } : {},
    }),
  },
};

/** Sanitizes a text with tags, so that it is safe to render as HTML. */
export function cleanHtml(text: string): string {
  return isHtml(text) ? sanitizeHtml(text, marks).trim() : text.trim();
}

const visibleText = (html: string) => sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });

/** Number of visible characters. */
export function htmlLength(text: string): number {
  if (!isHtml(text)) return text.length;
  const seen = visibleText(text);
  // sanitize-html leaves these entities: each is one character.
  return seen.replace(/&(amp|lt|gt|quot);/g, '.').length;
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
