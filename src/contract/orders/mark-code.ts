import { isBarcode } from '@/contract/catalogue/products/barcode';
import { trimEnd } from '@/contract/core/text';

/** Separates groups of a marking code: ASCII 29, which scanners send as it is or in one of these spellings. */
const separator = '\u001d';
const spelledSeparators = /<GS>|\{GS\}|\\x1d|\\u001d|\u241d/gi;

const endSeparators = new RegExp(`^${separator}+|${separator}+$`, 'g');

/** Written before the code by scanners that name the symbol. */
const symbolNames = /^\](?:d2|C1|Q3|e0)/;

/** Longest code that a register takes. */
const maxLength = 200;

/** Characters of GS1 for serials and checks. */
const allowed = '[!-"%-?A-Z_a-z]';
const product = '01(\\d{14})';
const whole = new RegExp(`^${product}21(${allowed}{1,20})$`);
const group = new RegExp(`^\\d{2,4}${allowed}+$`);
/** Codes whose separators a scanner has dropped: only where lengths leave no doubt. */
const withoutSeparators = [
  new RegExp(`^(${product}21${allowed}{13})(91${allowed}{4})(92${allowed}{44})$`),
  new RegExp(`^(${product}21${allowed}{13})(93${allowed}{4})$`),
];
/** Lengths of serials that are typed from beneath the symbol, where the check is not printed. */
const typedSerials = [6, 13, 20];

export interface MarkCode {
  /** As the register gets it. */
  code: string;
  /** 01, GTIN, 21 and serial: what tells pieces apart. */
  identity: string;
}

/** Texts of the form's errors. */
export type MarkProblem =
  | 'error-mark-empty'
  | 'error-mark-layout'
  | 'error-mark-form'
  | 'error-mark-gtin'
  | 'error-mark-separator';

/**
 * A marking code of «Честный знак» as a scanner or a person gives it, or what is wrong with it. Nothing within it is changed:
 * serials have both cases and signs. Codes of tobacco and furs have another form and are not taken.
 */
export function parseMarkCode(given: string): MarkCode | MarkProblem {
  const text = trimEnd(given, '\r\n\t ')
    .replace(spelledSeparators, separator)
    .replace(/^\s+/, '')
    .replace(symbolNames, '')
    .replace(endSeparators, '');
  if (text === '') return 'error-mark-empty';
  if (/[\u0400-\u04ff\u2116]/.test(text)) return 'error-mark-layout';
  const code = text.includes(separator) || text.length > maxLength ? text : withSeparators(text);
  if (code === undefined) return 'error-mark-separator';
  const [identity = '', ...more] = code.split(separator);
  const [, gtin = ''] = whole.exec(identity) ?? [];
  if (gtin === '' || code.length > maxLength || !more.every((one) => group.test(one)))
    return 'error-mark-form';
  return isBarcode(gtin) ? { code, identity } : 'error-mark-gtin';
}

/** Undefined when the code has groups that cannot be told apart; a text of another form as it is. */
function withSeparators(text: string): string | undefined {
  for (const form of withoutSeparators) {
    const found = form.exec(text);
    if (found) return [found[1], ...found.slice(3)].join(separator);
  }
  const serial = whole.exec(text)?.[2];
  if (serial !== undefined) return typedSerials.includes(serial.length) ? text : undefined;
  return new RegExp(`^${product}21${allowed}{21,}$`).test(text) ? undefined : text;
}

/** What is wrong with the code of a field; nothing of an empty one. */
export function markProblem(given: string): MarkProblem | undefined {
  if (given === '') return undefined;
  const read = parseMarkCode(given);
  return typeof read === 'string' ? read : undefined;
}
