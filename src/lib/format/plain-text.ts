import { isHtml } from '@/contract/core/text';

export { isHtml };

/** Visible text of a description, on one line. Needs the browser's HTML parser. */
export function plainText(html: string): string {
  if (!isHtml(html)) return html.replace(/\s+/g, ' ').trim();
  const { body } = new DOMParser().parseFromString(html.replace(/<\/(p|li|h\d)>|<br>/gi, '$& '), 'text/html');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
