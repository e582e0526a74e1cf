import sanitizeHtml, { type IOptions, type Tag } from 'sanitize-html';

/** A description has these marks and no others (issue "products"); everything else goes, its text stays. */
const marks: IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'h4'],
    ...['ul', 'ol', 'li', 'blockquote', 'a'],
  ],
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
      // A link without a host would lead somewhere else from each place where it is shown.
      attribs: /^(https?:\/\/|mailto:)/i.test(href) ? { href, rel: 'noopener noreferrer nofollow' } : {},
    }),
  },
};

/** True for a text with marks in it. A text without any, as older rows have, is kept as it was typed. */
function isHtml(text: string): boolean {
  return /<[a-z/!?]/i.test(text);
}

/** A description as it is stored: safe to be drawn as HTML, whoever sent it. */
export function cleanHtml(text: string): string {
  return isHtml(text) ? sanitizeHtml(text, marks).trim() : text.trim();
}

/** How many characters a reader sees, marks not counted. */
export function htmlLength(text: string): number {
  if (!isHtml(text)) return text.length;
  const seen = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} });
  // The cleaner leaves these three as entities: each is one character.
  return seen.replace(/&(amp|lt|gt|quot);/g, '.').length;
}
