import type { AnyResource } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx } from '../context';
import type { JsonRecord } from '../json-record';
import { maskContacts } from '../rights/contacts';
import type { Family } from './options';
import { type RelatedValue, readRelated, withRelated } from './relations';
import type { StoredRow } from './rows';
import { textsIn, translatedLanguages } from './translations';

/** Rows in their final form; `related` is read unless it is given. */
export async function showRows(
  { resource, options }: Family,
  ctx: Ctx,
  rows: StoredRow[],
  related?: RelatedValue[],
): Promise<JsonRecord[]> {
  const texts = rows.map((row) => inLanguage(resource, row, ctx));
  const read = withRelated(options, texts, related ?? (await readRelated(ctx, options, texts)));
  const shown = options.present ? await options.present(ctx, read) : read;
  return options.contacts ? maskContacts(ctx, shown) : shown;
}

/** Wire form of a stored row: texts in the language, no internal columns. */
export function inLanguage(resource: AnyResource, row: StoredRow, ctx: Ctx): JsonRecord {
  const language = ctx.locale;
  const { translations = {}, deleted_at: _deleted, ...values } = row;
  if (resource.translatable.length === 0) return values;
  const translated =
    language === defaultLanguage ? {} : textsIn(language, translations, resource.translatable);
  return {
    ...values,
    ...translated,
    language,
    translated_languages: translatedLanguages(ctx, translations),
  };
}
