import { ValidationError } from 'yup';
import type { AnyResource } from '@/contract/core/define';
import type { FieldErrors } from '@/contract/core/errors';
import { defaultLanguage } from '@/contract/core/languages';
import { toSlug } from '@/contract/core/slug';
import type { ResourceName } from '@/contract/index';
import { movesFrom } from '@/contract/orders/moves';
import type { OrderStatus } from '@/contract/orders/status';
import { Refusal } from './refusal';
import { withRelations } from './relations';
import type { JsonRecord, Person, Row, World } from './world';

/** A family's rows as one person sees and changes them. */
export interface Family {
  world: World;
  resource: AnyResource;
  person: Person | undefined;
  language: string;
}

const tableOf = ({ world, resource }: Family): Row[] => world.tables[resource.name as ResourceName];

/** Rows that the person may see, in wire format. */
export function visibleRows(family: Family): Row[] {
  return tableOf(family)
    .filter((row) => row.deleted_at === undefined && isVisible(family, row))
    .map((row) => shown(family, row));
}

/** Administrators see everything, shops their own rows and the marketplace's. */
function isVisible({ resource, person }: Family, row: Row): boolean {
  if (person === undefined || person.isAdmin) return true;
  if (resource.name === 'users') return row.id === person.me.id;
  const own = person.shopIds;
  if (resource.name === 'shops') return own.includes(row.id);
  if (resource.name === 'orders') return own.includes(Number(row.shop_id));
  return typeof row.shop_id !== 'number' || own.includes(row.shop_id);
}

export function readRow(family: Family, key: string): Row {
  return shownOne(family, find(family, key));
}

function find(family: Family, key: string, isRemoved = false): Row {
  const row = tableOf(family).find((each) => {
    const isIt = /^\d+$/.test(key) ? each.id === Number(key) : each.slug === key || each.code === key;
    return isIt && (each.deleted_at !== undefined) === isRemoved && isVisible(family, each);
  });
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** A single row, which also tells a translation's form which texts are stored. */
function shownOne(family: Family, row: Row): Row {
  const { resource, language } = family;
  if (language === defaultLanguage || resource.translatable.length === 0) return shown(family, row);
  return {
    ...shown(family, row),
    translation: pick(row.translations?.[language] ?? {}, resource.translatable),
  };
}

function shown({ resource, language }: Family, row: Row): Row {
  const { translations = {}, deleted_at: _, ...values } = row;
  if (resource.translatable.length === 0) return values;
  const texts = language === defaultLanguage ? {} : translations[language];
  return {
    ...values,
    ...texts,
    language,
    translated_languages: [defaultLanguage, ...Object.keys(translations)],
  };
}

export async function createRow(family: Family, body: JsonRecord): Promise<Row> {
  const { resource, world } = family;
  const rows = tableOf(family);
  const input = await validated(family, body);
  const now = new Date().toISOString();
  const row: Row = {
    ...blankLike(rows[0]),
    ...withRelations(world, input),
    id: Math.max(0, ...rows.map(({ id }) => id)) + 1,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  if (resource.slugFrom) row.slug = freeSlug(rows, row, String(input[resource.slugFrom] ?? ''));
  rows.push(row);
  return shownOne(family, row);
}

/** Fields set by the server, with empty values of their kinds. */
function blankLike(row: Row | undefined): JsonRecord {
  const { translations: _, ...values } = row ?? {};
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, emptyOf(value)]));
}

function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? false : null;
}

function freeSlug(rows: readonly Row[], row: Row, name: string): string {
  const wanted = String(row.slug || '') || toSlug(name);
  const isTaken = (slug: string) => rows.some((each) => each.id !== row.id && each.slug === slug);
  let slug = wanted;
  for (let number = 2; isTaken(slug); number += 1) slug = `${wanted}-${number}`;
  return slug;
}

export async function updateRow(family: Family, key: string, body: JsonRecord): Promise<Row> {
  const { resource, world, language } = family;
  const row = find(family, key);
  const before = shownOne(family, row);
  if (body.version !== undefined && body.version !== null && Number(body.version) !== row.version)
    throw new Refusal('CONFLICT', { current: before });
  const isTranslation = language !== defaultLanguage && resource.translatable.length > 0;
  const schema = await resource.schema();
  const fields = Object.keys(schema.fields);
  const changeable: string[] = isTranslation ? resource.translatable : fields;
  const sent = changeable.filter((field) => field in body);
  // Cross-field rules need the whole row, though only what was sent is written. Some fields are read in another form than
  // written: an order's status, a product's variations.
  const kept = fields.filter((field) => schema.pick([field]).isValidSync(before));
  const merged = await validated(family, { ...pick(before, kept), ...pick(body, sent) });
  const changes = withRelations(world, pick(merged, sent));
  if (isTranslation)
    row.translations = { ...row.translations, [language]: { ...row.translations?.[language], ...changes } };
  else Object.assign(row, changes);
  if ('slug' in changes && resource.slugFrom)
    row.slug = freeSlug(tableOf(family), row, String(row[resource.slugFrom]));
  if (resource.name === 'orders') row.moves = movesFrom(row.order_status as OrderStatus);
  touch(row);
  return shownOne(family, row);
}

export function removeRow(family: Family, key: string): true {
  const row = find(family, key);
  row.deleted_at = new Date().toISOString();
  touch(row);
  return true;
}

export function restoreRow(family: Family, key: string): Row {
  const row = find(family, key, true);
  delete row.deleted_at;
  touch(row);
  return shown(family, row);
}

function touch(row: Row): void {
  row.version += 1;
  row.updated_at = new Date().toISOString();
}

async function validated({ resource }: Family, body: JsonRecord): Promise<JsonRecord> {
  const schema = await resource.schema();
  try {
    return await schema.validate(body, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (error instanceof ValidationError)
      throw new Refusal('VALIDATION_FAILED', { errors: toFieldErrors(error) });
    throw error;
  }
}

export function toFieldErrors(error: ValidationError): FieldErrors {
  const each = error.inner.length > 0 ? error.inner : [error];
  const fields: FieldErrors = {};
  for (const { path = '', message } of each) fields[path] = [...(fields[path] ?? []), message];
  return fields;
}

function pick(record: JsonRecord, keys: readonly string[]): JsonRecord {
  return Object.fromEntries(keys.filter((key) => key in record).map((key) => [key, record[key]]));
}
