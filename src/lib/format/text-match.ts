import { inOtherLayout } from '@/contract/core/keyboard';

/** Text normalised for comparison: ё becomes е, lower case. Same length as the input. */
const plain = (text: string) => text.toLocaleLowerCase().replaceAll('ё', 'е');

const wordsIn = (text: string) => plain(text).split(/\s+/).filter(Boolean);

/** A typed word, also converted from the other keyboard layout. */
const readingsOf = (word: string) => [word, inOtherLayout(word)].flatMap((one) => (one ? [plain(one)] : []));

/** True when the text contains all typed words, in any order and either keyboard layout. */
export function hasWords(text: string, typed: string): boolean {
  const searched = plain(text);
  return wordsIn(typed).every((word) => readingsOf(word).some((reading) => searched.includes(reading)));
}

/** The text split into pieces, those that match the typed words marked. */
export function markedPieces(text: string, typed: string): { text: string; isMarked: boolean }[] {
  const searched = plain(text);
  // Lower-casing changes the length of some letters: then nothing is marked.
  if (searched.length !== text.length) return [{ text, isMarked: false }];
  const marks = new Array<boolean>(text.length).fill(false);
  for (const reading of wordsIn(typed).flatMap(readingsOf)) {
    for (let at = searched.indexOf(reading); at !== -1; at = searched.indexOf(reading, at + reading.length))
      marks.fill(true, at, at + reading.length);
  }
  const pieces: { text: string; isMarked: boolean }[] = [];
  for (const [at, isMarked] of marks.entries()) {
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.text += text.charAt(at);
    else pieces.push({ text: text.charAt(at), isMarked });
  }
  return pieces;
}
