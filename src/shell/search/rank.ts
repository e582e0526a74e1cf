import { typedWords, wordReadings, wordsIn } from '@/lib/format/text-match';
import { stemWord } from '@/lib/format/word-stem';

/** How much a match counts, by where it is. */
const weights = { title: 10, words: 7, place: 4, help: 3 };

/** The texts that something is found by. */
export interface Texts {
  title: string;
  /** Further names. */
  words?: string;
  /** Where it is: group of the menu, shop, address. */
  place?: string;
  help?: string | undefined;
}

interface Word {
  text: string;
  stem: string;
}

/** Texts prepared once, so that typing only compares. */
export type PreparedTexts = Record<keyof typeof weights, Word[]>;

export function prepare({ title, words = '', place = '', help = '' }: Texts): PreparedTexts {
  return { title: cut(title), words: cut(words), place: cut(place), help: cut(help) };
}

const cut = (text: string): Word[] => wordsIn(text).map((word) => ({ text: word, stem: stemWord(word) }));

/** A way to read a typed word, and how much it counts. */
interface Reading extends Word {
  factor: number;
}

/** What a language says about its words. */
export interface Meanings {
  /** Words that mean the same, as groups of stems. */
  synonyms: readonly ReadonlySet<string>[];
  /** Words that need not be found, such as prepositions. */
  small: ReadonlySet<string>;
}

export const readMeanings = (groups: readonly string[], small: string): Meanings => ({
  synonyms: groups.map((group) => new Set(wordsIn(group).map(stemWord))),
  small: new Set(wordsIn(small)),
});

/** The typed words with their readings: as typed, in the other keyboard layout, and words of the same meaning. */
export function readTyped(text: string, { synonyms, small }: Meanings): Reading[][] {
  // A dash between words is none.
  const typed = typedWords(text).filter((word) => wordReadings(word).some((one) => wordsIn(one).length > 0));
  const large = typed.filter((word) => !small.has(word));
  return (large.length > 0 ? large : typed).map((word) => {
    const direct = wordReadings(word).flatMap((one, at) =>
      cut(one).map((read) => ({ ...read, factor: at === 0 ? 1 : 0.9 })),
    );
    const stems = new Set(direct.map(({ stem }) => stem));
    const alike = synonyms
      .filter((group) => [...stems].some((stem) => group.has(stem)))
      .flatMap((group) => [...group]);
    const others = [...new Set(alike)].filter((stem) => !stems.has(stem));
    return [...direct, ...others.map((stem) => ({ text: stem, stem, factor: 0.8 }))];
  });
}

const fewLetters = 3;
/** Help texts are long: only whole words and their beginnings count. */
const leastInHelp = 0.7;

function likeness(typed: Word, word: Word): number {
  if (word.text === typed.text) return 1;
  if (word.stem === typed.stem) return 0.95;
  if (word.text.startsWith(typed.text)) return 0.85;
  if (typed.text.length > fewLetters && typed.stem.length >= fewLetters && word.stem.startsWith(typed.stem))
    return 0.7;
  return typed.text.length > fewLetters && word.text.includes(typed.text) ? 0.45 : 0;
}

const places = Object.keys(weights) as (keyof typeof weights)[];

/** How well the texts match; 0 unless every typed word is found. Titles that say little else come first. */
export function scoreMatch(prepared: PreparedTexts, typed: readonly Reading[][]): number {
  if (typed.length === 0) return 0;
  let sum = 0;
  const said = new Set<Word>();
  for (const readings of typed) {
    let best = 0;
    for (const place of places) {
      for (const word of prepared[place]) {
        for (const reading of readings) {
          const like = likeness(reading, word);
          if (like === 0 || (place === 'help' && like < leastInHelp)) continue;
          if (place === 'title') said.add(word);
          best = Math.max(best, weights[place] * like * reading.factor);
        }
      }
    }
    if (best === 0) return 0;
    sum += best;
  }
  return sum / typed.length + (2 * said.size) / Math.max(prepared.title.length, 1);
}
