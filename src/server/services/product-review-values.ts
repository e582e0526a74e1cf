import { sql } from 'kysely';
import { reviewedFields } from '@/contract/products/moderation';
import type { Ctx } from '../context';
import { type Changes, changesBetween } from './audit';
import { pick, type Values } from './resource-query';

const textsKey = (language: string) => `translations.${language}`;

/** The language of a key that holds the texts of one; undefined for any other key. */
export function languageOfKey(key: string): string | undefined {
  return key.startsWith('translations.') ? key.slice('translations.'.length) : undefined;
}

/** A product's values that are looked at, as a review stores them. */
export async function reviewedNow(ctx: Ctx, productId: number): Promise<Values> {
  const { rows } = await sql<Values>`select p.*,
      coalesce((select jsonb_agg(category_id order by category_id) from category_product where product_id = p.id), '[]')
        as categories,
      coalesce((select jsonb_agg(tag_id order by tag_id) from product_tag where product_id = p.id), '[]') as tags,
      case when p.digital_file_id is not null then jsonb_build_object('attachment_id', p.digital_file_id) end
        as digital_file
    from products p where p.id = ${productId}`.execute(ctx.db);
  const [row = {}] = rows;
  const translations = (row.translations ?? {}) as Record<string, Values>;
  const texts = Object.entries(translations).map(([language, one]) => [textsKey(language), one]);
  return { ...pick(row, reviewedFields), ...Object.fromEntries(texts) };
}

/** Values as they are kept: ids in one order, a file by its id alone, what is empty null. */
export function sentValues(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, storedValue(key, value)]));
}

function storedValue(key: string, value: unknown): unknown {
  if (key === 'categories' || key === 'tags') {
    const ids = Array.isArray(value) ? value.map((one) => Number(idOf(one))) : [];
    return [...new Set(ids)].sort((one, other) => one - other);
  }
  if (key === 'digital_file') {
    const id = value === null || value === undefined ? undefined : idOf(value);
    return id === undefined ? null : { attachment_id: Number(id) };
  }
  return value === '' || value === undefined ? null : value;
}

function idOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('attachment_id' in value) return value.attachment_id;
  return 'id' in value ? value.id : undefined;
}

/** What waits after more was sent, without what is the same as now: texts of a language are merged text by text. */
export function mergeValues(now: Values, open: Values, sent: Values): Values {
  const merged: Values = { ...open };
  for (const [key, value] of Object.entries(sent)) {
    const isTexts = languageOfKey(key) !== undefined;
    merged[key] = isTexts ? { ...(merged[key] as Values | undefined), ...(value as Values) } : value;
  }
  return different(now, merged);
}

function different(now: Values, values: Values): Values {
  const left: Values = {};
  for (const [key, value] of Object.entries(values)) {
    if (languageOfKey(key) === undefined) {
      if (!isSame(comparable(key, now[key]), comparable(key, value))) left[key] = value;
      continue;
    }
    const texts = value as Values;
    const changed = pick(texts, Object.keys(changesBetween((now[key] ?? {}) as Values, texts)));
    if (Object.keys(changed).length > 0) left[key] = changed;
  }
  return left;
}

/** A value as it is compared: pictures by their ids, and what is empty is the same however it is written. */
function comparable(key: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (key === 'image') return idOf(value);
  if (key === 'gallery' && Array.isArray(value)) return value.map(idOf);
  if (key !== 'seo' || typeof value !== 'object') return value;
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
  return Object.fromEntries(parts.map(([part, one]) => [part, part === 'ogImage' ? idOf(one) : one]));
}

/** What values change, each text under a key of its own: `translations.en.name`. */
export function flatChanges(now: Values, values: Values): Changes {
  const parts = Object.entries(values).map(([key, value]) => {
    if (languageOfKey(key) === undefined) {
      const isKept = isSame(comparable(key, now[key]), comparable(key, value));
      return isKept ? {} : { [key]: [now[key] ?? null, value ?? null] };
    }
    const texts = Object.entries(changesBetween((now[key] ?? {}) as Values, value as Values));
    return Object.fromEntries(texts.map(([text, pair]) => [`${key}.${text}`, pair]));
  });
  return Object.assign({}, ...parts);
}

/** True for the same keys with the same values. */
export function isSame(one: unknown, other: unknown): boolean {
  return Object.keys(changesBetween({ values: one }, { values: other })).length === 0;
}
