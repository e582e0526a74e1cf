import { inOtherLayout } from '@/contract/core/keyboard';
import { ownValue } from '@/contract/core/own-value';
import { toSlug } from '@/contract/core/slug';
import type { Ctx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';

/** Lower-case passwords by frequency; Russian words as typed in the Latin layout. */
interface CommonPasswords {
  /** All 49,000: rejected as they are. */
  all: ReadonlySet<string>;
  /** The first 10,000: rejected also with digits and signs around them. */
  words: ReadonlySet<string>;
}

const wordCount = 10_000;
/** Digits and signs around a common word that do not make it safe. */
const maxDecoration = 8;
/** Words the list lacks: Russian in the Latin layout and transliterated. */
const moreWords = [
  ...['pfqrf', 'kexfybr', 'cdtnf', 'djkjlz', 'vfufpby', 'hjccbz', 'cgfcb,j', 'k.,jdm', 'rjnbr', 'ctxtyf'],
  ...['lubov', 'lyubov', 'zaika', 'solnyshko', 'rossiya', 'magazin', 'gostiny', 'gostinydvor', 'direktor'],
];

let loaded: Promise<CommonPasswords> | undefined;

/** Loaded on first use: half a megabyte that most command-line processes never need. */
function commonPasswords(): Promise<CommonPasswords> {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const list = dictionary['passwords-common'];
    return { all: new Set(list), words: new Set([...list.slice(0, wordCount), ...moreWords]) };
  });
  return loaded;
}

/**
 * Throws VALIDATION_FAILED at `field` for a common password, in any letter case and either keyboard layout, with digits and
 * signs around it or in place of letters, or one made of the site title, the user's name or the e-mail address.
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
  if (layoutsOf(password).some((form) => isCommon(form, common, own))) {
    rejectField(field, 'error-password-common');
  }
}

/** As typed, and the same keys in the other layout. */
function layoutsOf(password: string): string[] {
  const typed = password.normalize('NFKC').toLowerCase();
  const other = inOtherLayout(typed);
  return other === undefined ? [typed] : [typed, other];
}

function isCommon(form: string, common: CommonPasswords, own: ReadonlySet<string>): boolean {
  if (common.all.has(form)) return true;
  const trimmed = form.replace(/^[^\p{L}]+/u, '').replace(/(?<![^\p{L}])[^\p{L}]+$/u, '');
  // At the ends signs are decoration; inside they replace letters.
  const cores = [trimmed, withLetters(trimmed, 'i'), withLetters(trimmed, 'l'), withLetters(form, 'i')];
  const words = [...cores, ...cores.map((core) => core.replace(/[^\p{L}]/gu, ''))];
  return words.some(
    (word) => word.length + maxDecoration >= form.length && (common.words.has(word) || own.has(word)),
  );
}

const lookalikes: Record<string, string> = { '@': 'a', 4: 'a', 0: 'o', 3: 'e', $: 's', 5: 's', 7: 't' };

/** `p@ssw0rd` → `password`; 1 replaces i or l. */
function withLetters(text: string, digitOne: 'i' | 'l'): string {
  return text.replace(/[@4035$7]/g, (sign) => ownValue(lookalikes, sign) ?? sign).replace(/[1!]/g, digitOne);
}

/** Words of at least four letters, and each text as one word; also transliterated. */
function wordsOf(texts: readonly string[]): Set<string> {
  const all = texts.flatMap((text) => [text.toLowerCase(), toSlug(text)]);
  const words = all.flatMap((text) => [text.replace(/[^\p{L}]/gu, ''), ...text.split(/[^\p{L}]+/u)]);
  return new Set(words.filter((word) => word.length >= 4));
}
