import { isAccountAtBank, isInn, isOgrn, isOgrnip } from '@/contract/core/requisites';

/** Numbers of the built-in directory and of the demo, with computed control digits. */

/** An ИНН from its first nine digits (organisation) or ten (person). */
export function completeInn(begin: string): string {
  return begin.length === 9 ? completed(begin, 1, isInn) : completed(begin, 2, isInn);
}

/** An ОГРН from its first twelve digits. */
export const completeOgrn = (begin: string): string => completed(begin, 1, isOgrn);

/** An ОГРНИП from its first fourteen digits. */
export const completeOgrnip = (begin: string): string => completed(begin, 1, isOgrnip);

/** A settlement account at a bank: rouble account of an organisation (40702) or an entrepreneur (40802). */
export function completeAccount(bic: string, kind: '40702' | '40802', number: number): string {
  const end = String(number).padStart(11, '0');
  for (let digit = 0; digit < 10; digit += 1) {
    const account = `${kind}810${digit}${end}`;
    if (isAccountAtBank(bic, account)) return account;
  }
  throw new Error(`No account ${kind} ${number} at ${bic}`);
}

function completed(begin: string, places: 1 | 2, fits: (text: string) => boolean): string {
  for (let end = 0; end < 10 ** places; end += 1) {
    const text = begin + String(end).padStart(places, '0');
    if (fits(text)) return text;
  }
  throw new Error(`Nothing completes ${begin}`);
}
