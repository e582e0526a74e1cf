import type { AnyResource } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx } from '../context';
import { languageOf, translatedLanguages } from '../dialect/row-languages';
import type { JsonRecord } from '../json-record';
import { maskContacts } from '../rights/contacts';
import type { Family } from './options';
import { addRelated, type RelatedValue, readRelated } from './relations';
import type { StoredRow } from './rows';
import { textsIn } from './translations';

/** Rows in their final form; `related` is read unless it is given. */
export async function showRows(
  { resource, options }: Family,
  ctx: Ctx,
  rows: StoredRow[],
  related?: RelatedValue[],
): Promise<JsonRecord[]> {
  const read = rows.map((row) => inLanguage(resource, row, ctx));
  addRelated(options, read, related ?? (await readRelated(ctx, options, read)));
  const shown = options.present ? await options.present(ctx, read) : read;
  return options.contacts ? maskContacts(ctx, shown) : shown;
}

/** Columns of a stored row, or of a list's page, that nobody is shown. */
const internal: ReadonlySet<string> = new Set(['deleted_at', 'translations', 'list_place', 'page_extras']);

/** Wire form of a stored row, a copy: texts in the language, no internal columns. */
export function inLanguage(resource: AnyResource, row: StoredRow, ctx: Ctx): JsonRecord {
  const shown: JsonRecord = {};
  for (const key of Object.keys(row)) if (!internal.has(key)) shown[key] = row[key];
  if (resource.translatable.length === 0) return shown;
  const { translations = {} } = row;
  if (ctx.locale !== defaultLanguage)
    Object.assign(shown, textsIn(ctx.locale, translations, resource.translatable));
  shown.language = languageOf(ctx);
  shown.translated_languages = translatedLanguages(ctx, translations);
  return shown;
}
