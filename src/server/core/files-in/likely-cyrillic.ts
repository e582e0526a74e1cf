import iconv from 'iconv-lite';
import type { Encoding } from '@/contract/core/files/file-tables';

const candidates = [
  'windows-1251',
  'ibm866',
  'koi8-r',
  'maccyrillic',
  'iso-8859-5',
] as const satisfies Encoding[];

/** How often each letter occurs among a hundred letters of Russian texts. */
const shares = new Map(
  Object.entries({
    ...sharesOf('оеаинтсрвл', [11, 8.5, 8, 7.4, 6.7, 6.3, 5.5, 4.7, 4.5, 4.4]),
    ...sharesOf('кмдпуяыьгз', [3.5, 3.2, 3, 2.8, 2.6, 2, 1.9, 1.7, 1.7, 1.6]),
    ...sharesOf('бчйхжшюцщэфъё', [1.6, 1.4, 1.2, 1, 0.9, 0.7, 0.6, 0.5, 0.4, 0.3, 0.3, 0.04, 0.3]),
  }),
);

function sharesOf(letters: string, all: readonly number[]): Record<string, number> {
  return Object.fromEntries(Array.from(letters, (letter, place) => [letter, all[place] ?? 0]));
}

/** Signs that price lists have beside letters, and those that no word begins with. */
const usual = /[«»№—–…“”„’‘°±×²³½®©™€\u00a0]/;
const beginsNone = /[—–…°±×²³½®©™€]/;

/** A sample rated lower is no Russian text in any of the encodings. */
const surely = -0.6;

/** The Cyrillic encoding in which a sample reads most like a text. */
export function likelyCyrillic(sample: Buffer): { encoding: Encoding; isSure: boolean } {
  const rated = candidates.map((encoding) => ({ encoding, rating: rate(iconv.decode(sample, encoding)) }));
  const [best = { encoding: 'windows-1251' as const, rating: Number.NEGATIVE_INFINITY }] = rated.sort(
    (one, other) => other.rating - one.rating,
  );
  return { encoding: best.encoding, isSure: best.rating > surely };
}

/** The mean of what speaks for and against each sign beyond ASCII: frequent letters, and words of one case and script. */
function rate(text: string): number {
  let sum = 0;
  let count = 0;
  let before = '';
  for (const sign of text) {
    if (sign > '\u007f') {
      sum += weigh(sign, before);
      count += 1;
    }
    before = sign;
  }
  return count === 0 ? Number.NEGATIVE_INFINITY : sum / count;
}

const against = -4;

function weigh(sign: string, before: string): number {
  const small = sign.toLocaleLowerCase('ru');
  const share = shares.get(small);
  if (share === undefined) return usual.test(sign) ? 0 : against;
  const isMixed =
    /[a-z]/i.test(before) || (sign !== small && /[а-яё]/.test(before)) || beginsNone.test(before);
  return isMixed ? against : Math.log(share / 3);
}
