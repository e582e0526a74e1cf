/** Text normalised for comparison: ё becomes е, lower case. Same length as the input for Russian and English. */
export const plain = (text: string) => text.toLocaleLowerCase().replaceAll('ё', 'е');

/** Endings of Russian nouns, adjectives and verbs, longest first. */
const russian = [
  'иями овать ировать ениями ениях ением ения ений ению ение ании ание ания',
  'ять ать ить еть ыми ими ого его ому ему иям иях ями ами ием',
  'ая яя ое ее ые ие ый ий ой ей ых их ую юю ия ии ию ям ам ях ах ов ев ом ем ым им',
  'а я о е ы и у ю й ь',
]
  .flatMap((line) => line.split(' '))
  .sort((one, other) => other.length - one.length);

const english = ['ations', 'ation', 'ings', 'ing', 'ies', 'es', 'ed', 's', 'e', 'y'];

const arabicEnds = ['ات', 'ون', 'ين', 'ها', 'ية', 'ة', 'ه', 'ي'];

const shortest = 3;

/** The part of a word that its forms have in common; cheap, for short texts of the panel. */
export function stemWord(word: string): string {
  const text = plain(word);
  if (/[а-я]/.test(text)) return fleeting(without(text, russian));
  if (/[\u0600-\u06ff]/.test(text)) return without(arabicBase(text), arabicEnds);
  return without(text, english);
}

function without(word: string, endings: readonly string[]): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortest);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** «заявок» and «заявка»: a vowel that comes and goes before the last к. */
const fleeting = (stem: string) => stem.replace(/([а-я]{2})[оеь]к$/, '$1к');

/** Without the article, joined words and vowel marks. */
const arabicBase = (word: string) =>
  word
    .replace(/[\u064b-\u0652\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/^(وال|بال|كال|فال|لل|ال)(?=.{3})/, '');
