import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { toSlug } from '@/contract/core/slug';
import { businessDay } from '@/contract/settings/business-day';
import { familyTable } from '@/server/modules/insights/record-titles';
import { tags } from './catalogue/tags';
import { type SeedCtx, seededId } from './context';
import { type DemoNotice, notices } from './messaging/store-notices';
import { pastMoments } from './random';
import boxes from './settings/boxes.json';
import errorCodes from './settings/error-codes.json';
import { faqs } from './settings/faqs';
import shippings from './settings/shippings.json';
import taxes from './settings/taxes.json';

/** Rows of families without related records whose declaration brings none, because a list would ship them. */
const richSeeds: Partial<Record<ResourceName, AnyResource['seed']>> = {
  boxes,
  'error-codes': errorCodes,
  taxes,
  shippings,
};

/** The demo rows of a family as its form sends them; none where it is seeded by code. */
export function familySeed(name: ResourceName): NonNullable<AnyResource['seed']> {
  const { seed }: AnyResource = resources[name];
  return seed ?? richSeeds[name] ?? [];
}

export async function seedFamily({ db, now, random }: SeedCtx, name: ResourceName): Promise<void> {
  const { slugFrom, translatable }: AnyResource = resources[name];
  const rows = familySeed(name).map(({ english: en, ...row }) => ({
    ...pastMoments(random, now),
    ...row,
    ...(slugFrom && { slug: toSlug(row[slugFrom]) }),
    ...(translatable.length > 0 && { translations: JSON.stringify({ en }) }),
  }));
  await db.insertInto(familyTable(name)).values(rows).execute();
}

/** Run last: the families that nothing else needed earlier. */
export async function seedOtherFamilies(ctx: SeedCtx): Promise<void> {
  for (const name of resourceNames) {
    const query = ctx.db.selectFrom(familyTable(name)).select('id').limit(1);
    if (familySeed(name).length > 0 && !(await query.executeTakeFirst())) await seedFamily(ctx, name);
  }
}

export async function seedTags({ db, now, random, pictures }: SeedCtx): Promise<void> {
  const rows = tags.map((tag) => {
    const slug = toSlug(tag.name);
    const picture = pictures.get(`tag-${slug}`);
    return {
      ...pastMoments(random, now),
      name: tag.name,
      slug,
      details: tag.details,
      icon: tag.icon,
      image: picture ? JSON.stringify(picture) : null,
      translations: english(tag.english, ['name', 'details']),
    };
  });
  await db.insertInto('tags').values(rows).execute();
}

export async function seedFaqs({ db, now, random, people: persons, shops }: SeedCtx): Promise<void> {
  const rows = faqs.map((faq) => {
    const shop = faq.shop ? shops.get(faq.shop) : undefined;
    return {
      ...pastMoments(random, now),
      slug: toSlug(faq.title),
      faq_title: faq.title,
      faq_description: faq.text,
      faq_type: shop ? 'shop' : 'global',
      issued_by: shop ? shop.name : 'Super Admin',
      shop_id: shop?.id ?? null,
      user_id: seededId(persons, shop?.ownerKey ?? 'admin'),
      translations: english(faq.english, ['faq_title', 'faq_description']),
    };
  });
  await db.insertInto('faqs').values(rows).execute();
}

export async function seedNotices(ctx: SeedCtx): Promise<void> {
  const { db, now, random } = ctx;
  const rows = await db
    .insertInto('store_notices')
    .values(
      notices.map((notice) => {
        const begun = dayFrom(now, Math.min(notice.days[0], 0));
        const written = new Date(begun.getTime() - random.whole(1, 20) * 3600_000);
        return {
          notice: notice.notice,
          description: notice.description,
          priority: notice.priority,
          type: notice.type,
          effective_from: businessDay(dayFrom(now, notice.days[0])),
          expired_at: businessDay(dayFrom(now, notice.days[1])),
          announced_at: notice.days[0] > 0 ? null : written,
          created_by: seededId(ctx.people, notice.author),
          translations: english(notice.english, ['notice', 'description']),
          created_at: written,
          updated_at: written,
        };
      }),
    )
    .returning(['id', 'notice'])
    .execute();
  const withId = notices.map((notice) => ({
    notice,
    store_notice_id: rows.find((row) => row.notice === notice.notice)?.id ?? 0,
  }));
  const of = <T>(receivers: (notice: DemoNotice) => T[]) =>
    withId.flatMap(({ notice, store_notice_id }) =>
      receivers(notice).map((one) => ({ store_notice_id, ...one })),
    );

  const vendors = of((notice) => vendorsOf(ctx, notice));
  await db.insertInto('store_notice_users').values(vendors).execute();
  const shops = of((notice) => shopsOf(ctx, notice));
  await db.insertInto('store_notice_shops').values(shops).execute();
  const reads = of(({ readBy = [] }) =>
    readBy.map((key) => ({ user_id: seededId(ctx.people, key), read_at: now })),
  );
  await db.insertInto('store_notice_reads').values(reads).execute();
}

function vendorsOf(ctx: SeedCtx, { type, to = [] }: DemoNotice): { user_id: number }[] {
  // `all_vendor` is resolved on read: no receivers are stored.
  if (type !== 'specific_vendor') return [];
  return to.map((key) => ({ user_id: seededId(ctx.people, key) }));
}

function shopsOf(ctx: SeedCtx, { type, to = [], author }: DemoNotice): { shop_id: number }[] {
  if (!type.endsWith('_shop')) return [];
  const own = [...ctx.shops.entries()].filter(([, shop]) => shop.ownerKey === author && shop.isActive);
  const keys = type === 'all_shop' ? own.map(([key]) => key) : to;
  return keys.map((key) => ({ shop_id: seededId(ctx.shops, key) }));
}

/** `translations` of a row with English texts. */
export function english(words: readonly string[] | undefined, keys: readonly string[]): string {
  if (!words) return '{}';
  return JSON.stringify({ en: Object.fromEntries(keys.map((key, index) => [key, words[index]])) });
}

function dayFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 24 * 3600_000);
}
