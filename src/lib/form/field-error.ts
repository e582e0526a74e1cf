import { ownValue } from '@/contract/core/own-value';
import { freeTextPattern } from '@/contract/core/patterns';

/** What i18next gives a screen, as far as a text needs it. */
type Translate = (key: string, options: Record<string, string>) => string;

/** Signs that a refusal names at most. */
const most = 5;

/** The error of a field in words; of signs that are refused it says which, as far as the value has them. */
export function fieldErrorText(t: Translate, message: string, value: unknown): string {
  const signs = typeof value === 'string' ? refusedSigns(message, value) : [];
  if (signs.length === 0) return t(`form:${message}`, { defaultValue: message });
  return t('form:error-signs', {
    text: t(`form:${message}`, { defaultValue: message }),
    signs: signs.join(' '),
  });
}

function refusedSigns(message: string, value: string): string[] {
  const wrong: Record<string, (sign: string) => boolean> = {
    'error-text-characters': (sign) => !freeTextPattern.test(sign),
    'error-text-unseen': (sign) => /[\p{Cc}\p{Cf}\p{Cs}]/u.test(sign),
    'error-text-markup': (sign) => sign === '<' || sign === '>',
    'error-sku-format': (sign) => /\p{C}/u.test(sign),
  };
  const isWrong = ownValue(wrong, message);
  return isWrong ? [...new Set(value)].filter(isWrong).slice(0, most).map(nameOf) : [];
}

/** A sign as it is seen; one that is not, by its number. */
function nameOf(sign: string): string {
  const number = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /[\p{C}\p{Z}]/u.test(sign) ? `U+${number}` : sign;
}
