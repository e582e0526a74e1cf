import { inOtherLayout } from '@/contract/core/keyboard';
import { plain, stemWord } from './word-stem';

/** The words of a text as they are compared. */
export const wordsIn = (text: string) =>
  plain(text.replaceAll('\u00ad', ''))
    .split(/[\s\u00a0/·:;,.«»"“”()!?…—–-]+/)
    .filter(Boolean);

/** Typed words: separated by spaces only, because commas and dots are letters of the other keyboard layout. */
export const typedWords = (text: string) => plain(text).split(/\s+/).filter(Boolean);

/** A typed word, also converted from the other keyboard layout. */
export const wordReadings = (word: string) =>
  [word, inOtherLayout(word)].flatMap((one) => (one ? [plain(one)] : []));

/** The text split into pieces, those that match the typed words marked, also in another form of the word. */
export function markedPieces(text: string, typed: string): { text: string; isMarked: boolean }[] {
  const searched = plain(text);
  // Lower-casing changes the length of some letters: then nothing is marked.
  if (searched.length !== text.length) return [{ text, isMarked: false }];
  const marks = new Array<boolean>(text.length).fill(false);
  const mark = (part: string) => {
    for (let at = searched.indexOf(part); at !== -1; at = searched.indexOf(part, at + part.length))
      marks.fill(true, at, at + part.length);
  };
  for (const reading of typedWords(typed).flatMap(wordReadings))
    mark(searched.includes(reading) ? reading : stemWord(reading));
  const pieces: { text: string; isMarked: boolean }[] = [];
  for (const [at, isMarked] of marks.entries()) {
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.text += text.charAt(at);
    else pieces.push({ text: text.charAt(at), isMarked });
  }
  return pieces;
}
