/** `«Ножницы „Соня“»`: nested quotation marks become inner ones, line by line. */
export function innerQuotes(text: string): string {
  if (text.indexOf('«') === text.lastIndexOf('«')) return text;
  let depth = 0;
  return text.replace(/[«»\n]/g, (mark) => {
    if (mark === '\n') depth = 0;
    else if (mark === '«') return ++depth > 1 ? '„' : mark;
    else if (depth > 0) return --depth > 0 ? '“' : mark;
    return mark;
  });
}

/** True for a text with tags; a plain text is kept as it was typed. */
export const isHtml = (text: string): boolean => /<[a-z/!?]/i.test(text);
