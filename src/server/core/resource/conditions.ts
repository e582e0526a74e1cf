import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import { isOneOf, type Reading, readings } from '@/server/core/db/like';
import { hasWords, saysIn } from '@/server/core/db/search';
import type { Ctx } from '../context';
import { isPhoneColumn, soughtContact, soughtInPhones } from '../rights/contacts';
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
  const names = Object.keys(resource.search);
  const one = (key: string, value: string): Expression<SqlBool> =>
    // The search box of a screen names the first, and people type phones into it.
    eb.or([plain(key, value), ...(key === names[0] ? soughtInPhones(ctx, names, value) : [])]);
  const plain = (key: string, value: string): Expression<SqlBool> => {
    const own = ownValue(options.conditions ?? {}, key) ?? bySlug(options.relations ?? {}, key);
    if (own) return own(eb, value, ctx, query);
    if (options.contacts?.includes(key) || isPhoneColumn(key)) return soughtContact(ctx, sql.ref(key), value);
    const operator = ownValue(resource.search, key);
    if (operator === 'like') return saysIn(column(resource, ctx, key), value, query.reading);
    return isOneOf(key, operator === 'in' ? value.split(',') : [value]);
  };
  const anywhere = names.filter((key) => ownValue(resource.search, key) === 'like');
  const searched = query.search.map(({ key, value }) =>
    key === '' ? eb.or(anywhere.map((each) => one(each, value))) : one(key, value),
  );
  const filtered = Object.entries(query.filters).map(([key, value]) => one(key, value));
  const asked = query.joinWithAnd || searched.length === 0 ? eb.and(searched) : eb.or(searched);
  return eb.and([visible(options, ctx, eb, 'read'), asked, ...filtered]);
}

/** The same by the first reading of its texts that finds anything: what the list shows (`listAsMeant`). */
export function buildMeantCondition(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  eb: Columns,
): Expression<SqlBool> {
  if (!hasWords(resource, query)) return buildListCondition(resource, options, ctx, query, eb);
  const by = (reading: Reading) => buildListCondition(resource, options, ctx, { ...query, reading }, eb);
  const findsAny = (reading: Reading) =>
    sql<SqlBool>`exists (select from ${sql.table(options.table)} where ${by(reading)})`;
  return eb.or(
    readings.map((reading, place) =>
      eb.and([by(reading), ...readings.slice(0, place).map((before) => eb.not(findsAny(before)))]),
    ),
  );
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
