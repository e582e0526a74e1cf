import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx } from '@/server/core/context';

/** The offered languages that a row has texts in. Texts of a language that was switched off stay stored. */
export function translatedLanguages({ languages }: Pick<Ctx, 'languages'>, translations: object): string[] {
  const stored = Object.keys(translations);
  const offered: readonly string[] | undefined = languages;
  return [defaultLanguage, ...(offered ? stored.filter((code) => offered.includes(code)) : stored)];
}
