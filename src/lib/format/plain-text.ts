import { isHtml, withSignsLess } from '@/contract/core/text';

export { isHtml, withSignsLess };

/** A text of a formatted field without tags, as a person reads it. Needs the browser's HTML parser, as all below. */
export function decodeText(text: string): string {
  if (!text.includes('&') && !text.includes('<')) return text;
  // Within `pre`, which keeps white space and drops one line break at its start.
  const written = `<pre>\n${text.replaceAll('<', '&lt;')}</pre>`;
  return new DOMParser().parseFromString(written, 'text/html').body.textContent ?? text;
}

/** What a person typed as the value of a formatted field: as typed, unless somebody would read it otherwise. */
export function encodeText(text: string): string {
  const isAsTyped = withSignsLess(text) === text && decodeText(text) === text;
  return isAsTyped ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
