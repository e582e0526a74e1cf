import { inOtherLayout } from '@/contract/core/keyboard';

/** A text as it is compared: ё is е, capitals do not matter. As long as the text itself. */
const plain = (text: string) => text.toLocaleLowerCase().replaceAll('ё', 'е');

const wordsIn = (text: string) => plain(text).split(/\s+/).filter(Boolean);

/** A word as it was typed, and as it would be in the other keyboard layout. */
const readingsOf = (word: string) => [word, inOtherLayout(word)].flatMap((one) => (one ? [plain(one)] : []));

/** Whether a text has all words of what was typed, in any order and either keyboard layout. */
export function hasWords(text: string, typed: string): boolean {
  const searched = plain(text);
  return wordsIn(typed).every((word) => readingsOf(word).some((reading) => searched.includes(reading)));
}

/** A text in pieces, those marked that were typed. */
export function markedPieces(text: string, typed: string): { text: string; isMarked: boolean }[] {
  const searched = plain(text);
  // Some capital letters grow when they are made small: then nothing is marked rather than the wrong letters.
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
