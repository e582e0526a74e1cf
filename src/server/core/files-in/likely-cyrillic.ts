import iconv from 'iconv-lite';
import type { Encoding } from '@/contract/core/file-tables';

const candidates = [
  'windows-1251',
  'ibm866',
  'koi8-r',
  'maccyrillic',
  'iso-8859-5',
] as const satisfies Encoding[];

/** How often each letter occurs among a hundred letters of Russian texts. */
const shares: Record<string, number> = {
  ...{ о: 11, е: 8.5, а: 8, и: 7.4, н: 6.7, т: 6.3, с: 5.5, р: 4.7, в: 4.5, л: 4.4, к: 3.5, м: 3.2, д: 3 },
  ...{ п: 2.8, у: 2.6, я: 2, ы: 1.9, ь: 1.7, г: 1.7, з: 1.6, б: 1.6, ч: 1.4, й: 1.2, х: 1, ж: 0.9, ш: 0.7 },
  ...{ ю: 0.6, ц: 0.5, щ: 0.4, э: 0.3, ф: 0.3, ъ: 0.04, ё: 0.3 },
};

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
  const share = shares[small];
  if (share === undefined) return usual.test(sign) ? 0 : against;
  const isMixed =
    /[a-z]/i.test(before) || (sign !== small && /[а-яё]/.test(before)) || beginsNone.test(before);
  return isMixed ? against : Math.log(share / 3);
}
