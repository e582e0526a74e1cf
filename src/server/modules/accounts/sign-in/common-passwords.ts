import { inOtherLayout } from '@/contract/core/keyboard';
import { toSlug } from '@/contract/core/slug';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';

/** Lower-case passwords, the commonest first; Russian words are there as they are typed in the Latin layout. */
interface CommonPasswords {
  /** All 49,000: refused as they are. */
  all: ReadonlySet<string>;
  /** The first 10,000: refused with digits and signs around them as well. */
  words: ReadonlySet<string>;
}

const wordCount = 10_000;
/** Digits and signs around a common word that do not make it a password. */
const maxDecoration = 8;
/** Missing in the list: Russian words in the Latin layout, and words in Latin letters. */
const more = [
  ...['pfqrf', 'kexfybr', 'cdtnf', 'djkjlz', 'vfufpby', 'hjccbz', 'cgfcb,j', 'k.,jdm', 'rjnbr', 'ctxtyf'],
  ...['lubov', 'lyubov', 'zaika', 'solnyshko', 'rossiya', 'magazin', 'gostiny', 'gostinydvor', 'direktor'],
];

let loaded: Promise<CommonPasswords> | undefined;

/** Read when the first password is chosen: half a megabyte that most processes of commands never need. */
function commonPasswords(): Promise<CommonPasswords> {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const list = dictionary['passwords-common'];
    return { all: new Set(list), words: new Set([...list.slice(0, wordCount), ...more]) };
  });
  return loaded;
}

/**
 * Refuses a password that others guess first: one of the common ones, in any case of letters and in either layout, with
 * digits and signs around it or in place of letters, or one made of the shop's name, the person's or the e-mail address.
 * Throws VALIDATION_FAILED at `field`.
 */
export async function assertUncommonPassword(
  ctx: Pick<Ctx, 'db'>,
  password: string,
  person: { email: string; name?: string | undefined },
  field = 'password',
): Promise<void> {
  const { siteTitle } = await settingsOptions(ctx);
  const common = await commonPasswords();
  const own = wordsOf([siteTitle, person.name ?? '', person.email.replace(/@.*/, '')]);
  if (formsOf(password).some((form) => isCommon(form, common, own))) {
    throw new AppError('VALIDATION_FAILED', { fields: { [field]: ['error-password-common'] } });
  }
}

/** As it was typed, and as the same keys read in the other layout. */
function formsOf(password: string): string[] {
  const typed = password.normalize('NFKC').toLowerCase();
  const other = inOtherLayout(typed);
  return other === undefined ? [typed] : [typed, other];
}

function isCommon(form: string, common: CommonPasswords, own: ReadonlySet<string>): boolean {
  if (common.all.has(form)) return true;
  const trimmed = form.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  // At the ends signs are decoration; within, they stand for letters.
  const cores = [trimmed, withLetters(trimmed, 'i'), withLetters(trimmed, 'l'), withLetters(form, 'i')];
  const words = [...cores, ...cores.map((core) => core.replace(/[^\p{L}]/gu, ''))];
  return words.some(
    (word) => word.length + maxDecoration >= form.length && (common.words.has(word) || own.has(word)),
  );
}

const lookalikes: Record<string, string> = { '@': 'a', 4: 'a', 0: 'o', 3: 'e', $: 's', 5: 's', 7: 't' };

/** `p@ssw0rd` as `password`; 1 stands for i or for l. */
function withLetters(text: string, one: 'i' | 'l'): string {
  return text.replace(/[@4035$7]/g, (sign) => lookalikes[sign] ?? sign).replace(/[1!]/g, one);
}

/** Words of four letters and more, and each text as one word, also in Latin letters. */
function wordsOf(texts: readonly string[]): Set<string> {
  const all = texts.flatMap((text) => [text.toLowerCase(), toSlug(text)]);
  const words = all.flatMap((text) => [text.replace(/[^\p{L}]/gu, ''), ...text.split(/[^\p{L}]+/u)]);
  return new Set(words.filter((word) => word.length >= 4));
}
