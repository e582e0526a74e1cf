const blocks = 'p, h2, h3, h4, li, blockquote, ul, ol';

/** What a description says, without its marks; paragraphs stand on lines of their own. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const one of body.querySelectorAll('script, style')) one.remove();
  for (const one of body.querySelectorAll('br')) one.replaceWith('\n');
  for (const one of body.querySelectorAll('li')) one.prepend('• ');
  for (const one of body.querySelectorAll(blocks)) one.append('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
