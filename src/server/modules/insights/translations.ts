import { type RawBuilder, sql } from 'kysely';
import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import type { LackingRow, LackingRows, TranslationGap } from '@/contract/insights/translations';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import { assertFamily, mayUseFamily } from '@/server/core/rights/family-rights';
import { mayEditProducts } from '@/server/modules/catalogue/products/policy';
import { familyTable, titleExpression } from './record-titles';
import { lackingSettings, settingsFamily, settingsGaps } from './translations-of-settings';

const textsOf = (family: ResourceName): string[] => {
  const { translatable }: AnyResource = resources[family];
  return [...translatable];
};

const translated = resourceNames.filter((family) => textsOf(family).length > 0);

/** Sends a page of rows at most. */
const mostRows = 100;

/**
 * `GET translations`: what lacks in each offered language, one query for each family. With a shop its products alone.
 * Throws FORBIDDEN, NOT_FOUND.
 */
export async function translationGaps(ctx: UserCtx, query: JsonRecord): Promise<TranslationGap[]> {
  const shop = await shopOf(ctx, query.shop);
  const languages = otherLanguages(ctx);
  if (languages.length === 0) return [];
  const gaps: TranslationGap[] = [];
  for (const family of shop === undefined ? translated : (['products'] as const)) {
    if (!mayUseFamily(ctx, family)) continue;
    const { domain }: AnyResource = resources[family];
    const table = sql.table(familyTable(family));
    const counts = languages.map(
      (language) => sql`(select count(*)::int from ${table}
        where ${present(shop)} and ${lacks(family, language)}) as ${sql.ref(language)}`,
    );
    const { rows } = await sql<Record<string, number>>`select (select count(*)::int from ${table}
      where ${present(shop)}) as total, ${sql.join(counts)}`.execute(ctx.db);
    const { total = 0, ...lacking } = rows[0] ?? {};
    gaps.push(
      ...languages.map((language) => ({ family, domain, language, total, lacking: lacking[language] ?? 0 })),
    );
  }
  if (shop !== undefined || !mayUseFamily(ctx, settingsFamily)) return gaps;
  return [...gaps, ...(await settingsGaps(ctx, languages))];
}

/**
 * `GET translations/{family}`: rows that lack texts in a language, by id, those after `after`. Throws FORBIDDEN,
 * NOT_FOUND, VALIDATION_FAILED.
 */
export async function lackingRows(ctx: UserCtx, name: string, query: JsonRecord): Promise<LackingRows> {
  const shop = await shopOf(ctx, query.shop);
  assertFamily(ctx, name);
  if (name === settingsFamily && shop === undefined) return lackingSettings(ctx, languageOf(ctx, query));
  const family = translated.find((one) => one === name);
  if (!family || (shop !== undefined && family !== 'products')) throw new AppError('NOT_FOUND');
  const language = languageOf(ctx, query);
  const [after, limit] = [wholeNumber(query.after ?? 0), wholeNumber(query.limit ?? 30)];
  if (after === undefined) return rejectValue('after');
  if (!limit || limit > mostRows) return rejectValue('limit');
  const table = sql.table(familyTable(family));
  const missing = textsOf(family).map(
    (key) => sql`case when ${lacksText(key, language)} then ${sql.lit(key)}::text end`,
  );
  const identity = family === 'products' ? 'slug' : (resources[family] as AnyResource).identity;
  const found = sql`${present(shop)} and ${lacks(family, language)}`;
  const { rows } =
    await sql<LackingRow>`select id, ${titleExpression(family)} as title, ${sql.ref(identity)}::text as key,
      array_remove(array[${sql.join(missing)}], null) as lacks
    from ${table} where ${found} and id > ${after} order by id limit ${limit}`.execute(ctx.db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from ${table} where ${found}`.execute(ctx.db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

const languageOf = (ctx: UserCtx, query: JsonRecord): string =>
  otherLanguages(ctx).find((one) => one === query.language) ?? rejectValue('language');

const otherLanguages = ({ languages = [] }: UserCtx): string[] =>
  languages.filter((language) => language !== defaultLanguage);

/** The shop whose products are asked for; undefined for everything, which administrators see. */
async function shopOf(ctx: UserCtx, slug: unknown): Promise<number | undefined> {
  if (slug === undefined) {
    if (isAdmin(ctx)) return undefined;
    throw new AppError('FORBIDDEN');
  }
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('slug', '=', String(slug))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!shop || !mayEditProducts(ctx, shop.id)) throw new AppError('NOT_FOUND');
  return shop.id;
}

const present = (shop: number | undefined): RawBuilder<boolean> =>
  shop === undefined
    ? sql<boolean>`deleted_at is null`
    : sql<boolean>`deleted_at is null and shop_id = ${shop}`;

/** Literals, so that the partial indexes of products apply (`products_lacking_en`). */
export function lacks(family: ResourceName, language: string): RawBuilder<boolean> {
  const each = textsOf(family).map((key) => lacksText(key, language));
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Texts inside a group: titles of its blocks, and title and description of its banners, which keep their ids. */
const nested: Record<string, (language: RawBuilder<unknown>) => RawBuilder<boolean>> = {
  settings: (language) => sql<boolean>`exists (select 1 from jsonb_each(settings) as block (name, texts)
    where coalesce(texts ->> 'title', '') <> ''
      and coalesce(translations -> ${language} -> 'settings' -> name ->> 'title', '') = '')`,
  banners: (language) => sql<boolean>`exists (select 1 from jsonb_array_elements(banners) as banner
    where not exists (
      select 1 from jsonb_array_elements(coalesce(translations -> ${language} -> 'banners', '[]')) as own
      where own ->> 'id' = banner ->> 'id' and coalesce(own ->> 'title', '') <> ''
        and (coalesce(banner ->> 'description', '') = '' or coalesce(own ->> 'description', '') <> '')))`,
};

const lacksText = (key: string, language: string): RawBuilder<boolean> =>
  ownValue(nested, key)?.(sql.lit(language)) ??
  sql<boolean>`(coalesce(${sql.ref(key)}, '') <> '' and coalesce(translations -> ${sql.lit(language)} ->> ${sql.lit(key)}, '') = '')`;
