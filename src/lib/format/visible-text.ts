/**
 * Visible text of a formatted field, on one line. Signs that are no markup are stored as HTML writes them, so the browser's
 * parser reads every value; lists do not load what tells markup from signs.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim();
  const apart = html.replace(/<\/(p|li|h\d|t[dhr]|d[td]|caption|blockquote)>|<[bh]r ?\/?>/gi, '$& ');
  const { body } = new DOMParser().parseFromString(apart, 'text/html');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
