const latin = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>';
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю';

const toCyrillic = new Map(Array.from(latin).map((key, place) => [key, cyrillic[place] ?? key]));
// Lower case only: a letter's first place is its key without Shift.
const toLatin = new Map(Array.from(latin.slice(0, 33)).map((key, place) => [cyrillic[place] ?? key, key]));

/** The keys that were pressed, read in the other layout; undefined when the word is of both or of neither. */
export function inOtherLayout(word: string): string | undefined {
  const keys = Array.from(word.toLowerCase());
  const isLatin = keys.some((key) => /[a-z]/.test(key));
  const isCyrillic = keys.some((key) => /[а-яё]/.test(key));
  if (isLatin === isCyrillic) return undefined;
  const keyboard = isLatin ? toCyrillic : toLatin;
  return keys.map((key) => keyboard.get(key) ?? key).join('');
}
