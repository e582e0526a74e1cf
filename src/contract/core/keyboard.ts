const latin = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>';
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю';

const toCyrillic = new Map(Array.from(latin).map((key, place) => [key, cyrillic[place] ?? key]));
// Lower case only: these are the keys without Shift.
const toLatin = new Map(Array.from(latin.slice(0, 33)).map((key, place) => [cyrillic[place] ?? key, key]));

/** The word as typed in the other keyboard layout; undefined when it belongs to both layouts or to neither. */
export function inOtherLayout(word: string): string | undefined {
  const keys = Array.from(word.toLowerCase());
  const isLatin = keys.some((key) => /[a-z]/.test(key));
  const isCyrillic = keys.some((key) => /[а-яё]/.test(key));
  if (isLatin === isCyrillic) return undefined;
  const keyboard = isLatin ? toCyrillic : toLatin;
  return keys.map((key) => keyboard.get(key) ?? key).join('');
}
