import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import { escapeLike } from '@/server/core/db/like';
import { isId } from '@/server/core/numbers';
import type { Ctx } from '../context';
import { isPhoneColumn, isSaidPhone, soughtContact } from '../rights/contacts';
import type { CheckedList, ListRules } from './list-query';
import type { ServiceOptions } from './options';
import { bySlug } from './relations';
import type { Columns } from './rows';

/** Rows that exist (or are in the trash) and that the person may read or write: part of every query of the engine. */
export function visible(
  options: ServiceOptions,
  ctx: Ctx,
  eb: Columns,
  purpose: 'read' | 'write',
  trashed = false,
) {
  const filter = options.policy?.(ctx, purpose);
  return eb.and([eb('deleted_at', trashed ? 'is not' : 'is', null), ...(filter ? [filter(eb)] : [])]);
}

export function buildListCondition(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  eb: Columns,
) {
  const phones = Object.keys(resource.search).filter(isPhoneColumn);
  const [box] = Object.keys(resource.search);
  const one = (key: string, value: string): Expression<SqlBool> => {
    // The search box of a screen names the title, and people type phones into it.
    const byPhone =
      key === box && isSaidPhone(value) ? phones.map((each) => soughtContact(ctx, sql.ref(each), value)) : [];
    return byPhone.length > 0 ? eb.or([plain(key, value), ...byPhone]) : plain(key, value);
  };
  const plain = (key: string, value: string): Expression<SqlBool> => {
    const own = ownValue(options.conditions ?? {}, key) ?? bySlug(options.relations ?? {}, key);
    if (own) return own(eb, value, ctx, query);
    if (options.contacts?.includes(key) || isPhoneColumn(key)) return soughtContact(ctx, sql.ref(key), value);
    const operator = ownValue(resource.search, key);
    if (operator === 'like') {
      return sql<SqlBool>`${column(resource, ctx, key)} ilike ${`%${escapeLike(value)}%`}`;
    }
    return isOneOf(key, operator === 'in' ? value.split(',') : [value]);
  };
  const anywhere = Object.keys(resource.search).filter((key) => ownValue(resource.search, key) === 'like');
  const searched = query.search.map(({ key, value }) =>
    key === '' ? eb.or(anywhere.map((each) => one(each, value))) : one(key, value),
  );
  const filtered = Object.entries(query.filters).map(([key, value]) => one(key, value));
  const asked = query.joinWithAnd || searched.length === 0 ? eb.and(searched) : eb.or(searched);
  return eb.and([visible(options, ctx, eb, 'read'), asked, ...filtered]);
}

/** A column in the reader's language: a translation overrides the default text. */
export function column(resource: ListRules, ctx: Ctx, name: string): RawBuilder<unknown> {
  if (ctx.locale === defaultLanguage || !resource.translatable.includes(name)) return sql`${sql.ref(name)}`;
  return sql`coalesce(translations -> ${ctx.locale} ->> ${name}, ${sql.ref(name)})`;
}

/** True of a column that is sorted alphabetically. */
export function isText(resource: ListRules, name: string): boolean {
  return (
    resource.translatable.includes(name) ||
    // An id is a number even where it serves as the title.
    (name !== 'id' &&
      resource.columns.some(({ key, kind }) => key === name && (kind === 'title' || kind === 'text')))
  );
}

/**
 * Ids and flags are compared in the column's own type, so that its index is used; a value that the column cannot hold
 * matches nothing. Other columns are compared as text: numbers and days have no index of this kind.
 */
export function isOneOf(key: string, values: string[]): Expression<SqlBool> {
  const isIdColumn = /(^|_)id$/.test(key);
  if (!isIdColumn && !key.startsWith('is_'))
    return sql<SqlBool>`${sql.ref(key)}::text in (${sql.join(values)})`;
  const known = isIdColumn ? values.filter((value) => isId(value)).map(Number) : values.flatMap(flags);
  return known.length > 0 ? sql<SqlBool>`${sql.ref(key)} in (${sql.join(known)})` : sql<SqlBool>`false`;
}

/** Flags are 1, 0, true or false in a search. */
function flags(value: string): boolean[] {
  if (value === '1' || value === 'true') return [true];
  return value === '0' || value === 'false' ? [false] : [];
}
