/**
 * HTML from the clipboard with the lists of word processors as lists: they paste each item as a paragraph with a style and
 * its mark («·», «1.») as text.
 */
export function withPastedLists(html: string): string {
  if (!/mso-list/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let list: HTMLElement | undefined;
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6, div')) {
    if (!isListItem(paragraph)) continue;
    const kind = takeMark(paragraph);
    const isNext = list && list.nodeName.toLowerCase() === kind && isAfter(list, paragraph);
    if (!isNext) {
      list = document.createElement(kind);
      paragraph.before(list);
    }
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    list?.append(item);
    paragraph.remove();
  }
  return body.innerHTML;
}

function isListItem({ attributes, classList }: HTMLElement): boolean {
  const style = attributes.getNamedItem('style')?.value ?? '';
  return (
    /mso-list\s*:\s*l\d/i.test(style) || [...classList].some((name) => name.startsWith('MsoListParagraph'))
  );
}

/** Only white space and comments stand between the list and the paragraph. */
function isAfter(list: HTMLElement, paragraph: HTMLElement): boolean {
  return list.nextElementSibling === paragraph && !betweenHasText(list, paragraph);
}

function betweenHasText(list: HTMLElement, paragraph: HTMLElement): boolean {
  for (let node = list.nextSibling; node && node !== paragraph; node = node.nextSibling)
    if (node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '') return true;
  return false;
}

const mark = /^[\s\u00a0]*(?:[·•●○◦▪■§*–—-]|o(?=[\s\u00a0])|(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)])[\s\u00a0]*/iu;

/** Takes the mark off the item: where the program names it, else from the start of its text. */
function takeMark(paragraph: HTMLElement): 'ul' | 'ol' {
  const ignored = [...paragraph.querySelectorAll<HTMLElement>('[style]')].filter(({ attributes }) =>
    /mso-list\s*:\s*ignore/i.test(attributes.getNamedItem('style')?.value ?? ''),
  );
  const named = ignored.map(({ textContent }) => textContent ?? '').join('');
  for (const one of ignored) one.remove();
  if (named !== '') return kindOf(named);
  const [found] = mark.exec(paragraph.textContent ?? '') ?? [];
  if (found) cutStart(paragraph, found.length);
  return kindOf(found ?? '');
}

const kindOf = (text: string): 'ul' | 'ol' => (/[\p{L}\d][.)]/u.test(text) ? 'ol' : 'ul');

/** Removes the first signs of an element's text, wherever they lie in it. */
function cutStart(element: HTMLElement, length: number): void {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = length;
  for (let node = texts.nextNode(); node && left > 0; node = texts.nextNode()) {
    const text = node.textContent ?? '';
    node.textContent = text.slice(left);
    left -= Math.min(left, text.length);
  }
}
