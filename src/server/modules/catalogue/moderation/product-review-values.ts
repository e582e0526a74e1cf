import { sql } from 'kysely';
import { reviewedFields } from '@/contract/catalogue/products/moderation';
import { type Changes, changesBetween } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { type JsonRecord, pick } from '@/server/core/resource/query';

const textsKey = (language: string) => `translations.${language}`;

/** The language of a key that holds the texts of one; undefined for any other key. */
export function languageOfKey(key: string): string | undefined {
  return key.startsWith('translations.') ? key.slice('translations.'.length) : undefined;
}

/** Where a review stores what it holds of a variation. */
export const variationKey = (id: number) => `variations.${id}`;

/** The variation of a key that holds values of one; undefined for any other key. */
export function variationOfKey(key: string): number | undefined {
  const [, id] = /^variations\.(\d+)$/.exec(key) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Keys that hold several values: the texts of a language, the files of a variation. */
export const isGroup = (key: string) => languageOfKey(key) !== undefined || variationOfKey(key) !== undefined;

/** A product's values that are looked at, as a review stores them; of its variations those that `asked` has keys of. */
export async function reviewedNow(ctx: Ctx, productId: number, asked: JsonRecord = {}): Promise<JsonRecord> {
  const ids = Object.keys(asked).flatMap((key) => variationOfKey(key) ?? []);
  const { rows } = await sql<JsonRecord>`select p.*,
      coalesce((select jsonb_agg(category_id order by category_id) from category_product where product_id = p.id), '[]')
        as categories,
      coalesce((select jsonb_agg(tag_id order by tag_id) from product_tag where product_id = p.id), '[]') as tags,
      case when p.digital_file_id is not null then jsonb_build_object('attachment_id', p.digital_file_id) end
        as digital_file,
      (select jsonb_object_agg('variations.' || v.id, jsonb_build_object('image', v.image, 'is_digital', v.is_digital,
          'is_disable', v.is_disable, 'digital_file', case when v.digital_file_id is not null
            then jsonb_build_object('attachment_id', v.digital_file_id) end))
        from variation_options v
        where v.product_id = p.id and v.deleted_at is null and v.id = any(${ids}::bigint[])) as variations
    from products p where p.id = ${productId}`.execute(ctx.db);
  const [row = {}] = rows;
  const translations = (row.translations ?? {}) as Record<string, JsonRecord>;
  const texts = Object.entries(translations).map(([language, one]) => [textsKey(language), one]);
  return {
    ...pick(row, reviewedFields),
    ...Object.fromEntries(texts),
    ...(row.variations as JsonRecord | null),
  };
}

/** Values as they are kept: ids in one order, a file by its id alone, what is empty null. */
export function sentValues(values: JsonRecord): JsonRecord {
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

/** What waits after more was sent, without what is the same as now: texts of a language are merged text by text, and so is a variation. */
export function mergeValues(now: JsonRecord, open: JsonRecord, sent: JsonRecord): JsonRecord {
  const merged: JsonRecord = { ...open };
  for (const [key, value] of Object.entries(sent)) {
    merged[key] = isGroup(key)
      ? { ...(merged[key] as JsonRecord | undefined), ...(value as JsonRecord) }
      : value;
  }
  return different(now, merged);
}

function different(now: JsonRecord, values: JsonRecord): JsonRecord {
  const left: JsonRecord = {};
  for (const [key, value] of Object.entries(values)) {
    if (!isGroup(key)) {
      if (!isKept(key, now[key], value)) left[key] = value;
      continue;
    }
    const changed = pick(value as JsonRecord, Object.keys(changesInGroup(now[key], value)));
    if (Object.keys(changed).length > 0) left[key] = changed;
  }
  return left;
}

function isKept(key: string, now: unknown, value: unknown): boolean {
  return isSame(comparable(key, now), comparable(key, value));
}

function changesInGroup(now: unknown, values: unknown): Changes {
  const before = (now ?? {}) as JsonRecord;
  const changes: Changes = {};
  for (const [key, value] of Object.entries(values as JsonRecord))
    if (!isKept(key, before[key], value)) changes[key] = [before[key] ?? null, value ?? null];
  return changes;
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

/** What values change, each under a key of its own: `translations.en.name`, `variations.17.image`. */
export function flatChanges(now: JsonRecord, values: JsonRecord): Changes {
  const parts = Object.entries(values).map(([key, value]) => {
    if (!isGroup(key))
      return isKept(key, now[key], value) ? {} : { [key]: [now[key] ?? null, value ?? null] };
    const changes = Object.entries(changesInGroup(now[key], value));
    return Object.fromEntries(changes.map(([one, pair]) => [`${key}.${one}`, pair]));
  });
  return Object.assign({}, ...parts);
}

/** What a submission changes of its product as it is now; a variation that has gone is passed over. */
export async function changesOfReview(
  ctx: Ctx,
  { product_id, values }: { product_id: number; values: unknown },
): Promise<Changes> {
  const asked = values as JsonRecord;
  const now = await reviewedNow(ctx, product_id, asked);
  const there = Object.entries(asked).filter(([key]) => variationOfKey(key) === undefined || key in now);
  return flatChanges(now, Object.fromEntries(there));
}

/** True for the same keys with the same values. */
export function isSame(one: unknown, other: unknown): boolean {
  return Object.keys(changesBetween({ values: one }, { values: other })).length === 0;
}
