import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx } from '@/server/core/context';

/**
 * Texts of the error-codes family in the reader's language, by the last part of the code. Untranslated ones are left
 * out: the panel has its own texts.
 */
export async function errorTexts(ctx: Ctx): Promise<Record<string, string>> {
  const rows = await ctx.db
    .selectFrom('error_codes')
    .select(['code', 'message', 'translations'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const texts = rows.map(({ code, message, translations }) => {
    const translated = (translations as Record<string, { message?: string }>)[ctx.locale]?.message;
    return [code.slice(code.lastIndexOf('.') + 1), ctx.locale === defaultLanguage ? message : translated];
  });
  return Object.fromEntries(texts.filter(([, text]) => text));
}
