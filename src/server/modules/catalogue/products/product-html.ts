import sanitizeHtml, { type IOptions, type Tag } from 'sanitize-html';

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

/** True for a text with tags. Older rows have plain text, which is kept as typed. */
function isHtml(text: string): boolean {
  return /<[a-z/!?]/i.test(text);
}

/** Sanitizes a description, so that it is safe to render as HTML. */
export function cleanHtml(text: string): string {
  return isHtml(text) ? sanitizeHtml(text, marks).trim() : text.trim();
}

/** Number of visible characters. */
export function htmlLength(text: string): number {
  if (!isHtml(text)) return text.length;
  const seen = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} });
  // sanitize-html leaves these entities: each is one character.
  return seen.replace(/&(amp|lt|gt|quot);/g, '.').length;
}
