const latin = 'abcehkmoptxy';
const alike = '\u0430\u0432\u0441\u0435\u043d\u043a\u043c\u043e\u0440\u0442\u0445\u0443';

/** Letters and figures as the server's search compares them. */
const plainOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[abcehkmoptxy]/g, (letter) => alike.charAt(latin.indexOf(letter)))
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether a text has all words that were typed: lists in the browser find as others do (rules/core: a search finds what was meant). */
export function isSaidIn(text: string, typed: string): boolean {
  const whole = plainOf(text);
  return typed.split(/\s+/).every((word) => whole.includes(plainOf(word)));
}
