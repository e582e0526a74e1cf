import { type SqlBool, sql } from 'kysely';
import { groups } from '@/contract/catalogue/groups';
import { homeBlocks } from '@/contract/catalogue/groups/layout';
import type { Stub } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { isRecord } from '@/contract/core/own-value';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import type { Ids } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';

interface Titled extends JsonRecord {
  title?: string;
}
type Settings = Record<string, Titled> & { handpickedProducts?: Titled & { products?: unknown } };
type Banner = JsonRecord & { id: number };

const service = resourceService(groups, {
  table: 'groups',
  usedBy: [
    { table: 'categories', column: 'type_id', family: 'categories' },
    { table: 'tags', column: 'type_id', family: 'tags' },
    { table: 'manufacturers', column: 'type_id', family: 'manufacturers' },
    { table: 'products', column: 'type_id', family: 'products' },
  ],
  include: { original: originalsInclude, products: handpickedInclude },
  present,
  async afterSave(ctx, id, { settings }, sent) {
    if (!sent.includes('settings')) return;
    const { isHome, handpickedProducts } = settings as JsonRecord & {
      handpickedProducts: { products: number[] };
    };
    await assertProducts(ctx, handpickedProducts.products);
    if (isHome) await takeHome(ctx, await otherHomes(ctx, id));
  },
});

/** Groups: at most one is the home page, banners keep their ids, settings are complete. */
export const groupsService: ResourceService = {
  ...service,
  async create(ctx, body) {
    await lockHomeRows(ctx, body);
    return service.create(ctx, await withBannerIds(ctx, undefined, body));
  },
  async update(ctx, key, body) {
    await lockHomeRows(ctx, body, key);
    return service.update(ctx, key, await withBannerIds(ctx, key, body));
  },
  async restore(ctx, key) {
    await lockHome(ctx);
    const { id } = await service.restore(ctx, key);
    await keepOneHome(ctx);
    return service.get(ctx, String(id));
  },
  async bulkUndo(ctx, id) {
    await lockHome(ctx);
    const done = await service.bulkUndo(ctx, id);
    await keepOneHome(ctx);
    return done;
  },
};

const isHome = sql<SqlBool>`(settings -> 'isHome') = 'true'`;

async function lockHome(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('groups.home'))`.execute(ctx.db);
}

/**
 * Before a group becomes the home page: serialized, and all affected rows locked in the order of their ids.
 */
async function lockHomeRows(ctx: Ctx, { settings }: JsonRecord, key?: string): Promise<void> {
  const wantsHome = settings !== null && typeof settings === 'object' && 'isHome' in settings;
  if (!wantsHome || !settings.isHome) return;
  await lockHome(ctx);
  await ctx.db
    .selectFrom('groups')
    .select('id')
    .where((eb) => eb.or([isHome, eb('slug', '=', key ?? ''), sql<SqlBool>`id::text = ${key ?? ''}`]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function otherHomes(ctx: Ctx, id: number): Promise<{ id: number }[]> {
  return ctx.db
    .selectFrom('groups')
    .select('id')
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .where(isHome)
    .execute();
}

async function takeHome(ctx: Ctx, homes: readonly { id: number }[]): Promise<void> {
  for (const { id } of homes) {
    await updateRow(ctx, 'groups', id, { settings: sql`jsonb_set(settings, '{isHome}', 'false')` });
    const changes: Changes = { 'settings.isHome': [true, false] };
    await audit(ctx, { family: groups.name, id, action: 'update', changes });
  }
}

/** A restored group does not take the home page from the current one. */
async function keepOneHome(ctx: Ctx): Promise<void> {
  const homes = await ctx.db
    .selectFrom('groups')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(isHome)
    // Restored groups were updated last.
    .orderBy('updated_at')
    .orderBy('id')
    .execute();
  await takeHome(ctx, homes.slice(1));
}

async function assertProducts(ctx: Ctx, ids: number[]): Promise<void> {
  const found = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
  if (found.length === ids.length) return;
  const fields = { 'settings.handpickedProducts.products': ['error-wrong-value'] };
  throw new AppError('VALIDATION_FAILED', { fields });
}

/** New banners get an id; ids of other groups are not accepted. */
async function withBannerIds(ctx: Ctx, key: string | undefined, body: JsonRecord): Promise<JsonRecord> {
  if (!Array.isArray(body.banners)) return body;
  const known = new Set(key === undefined ? [] : await bannerIdsOf(ctx, key));
  const banners: unknown[] = [];
  for (const banner of body.banners as unknown[]) {
    const isBanner = isRecord(banner);
    const id = isBanner ? (wholeNumber(banner.id) ?? 0) : 0;
    // Each id once: a repeated one counts as new.
    if (!isBanner || known.delete(id)) banners.push(banner);
    else if (banners.length < 100) banners.push({ ...banner, id: await nextBannerId(ctx) });
  }
  return { ...body, banners };
}

async function bannerIdsOf(ctx: Ctx, key: string): Promise<number[]> {
  const row = await ctx.db
    .selectFrom('groups')
    .select('banners')
    .where((eb) => eb.or([eb('slug', '=', key), sql<SqlBool>`id::text = ${key}`]))
    .executeTakeFirst();
  return ((row?.banners ?? []) as unknown as Banner[]).map(({ id }) => id);
}

async function nextBannerId(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('groups_banner_id')::int as id`.execute(ctx.db);
  return rows[0]?.id ?? 0;
}

/** Include with the default language's settings and banners, for other languages. */
function originalsInclude(ctx: Ctx, ids: Ids) {
  if (ctx.locale === defaultLanguage) return undefined;
  return sql`select id, jsonb_build_object('settings', settings, 'banners', banners) as value
    from groups where id = any(${ids})`;
}

/** Include with the handpicked products that still exist. */
function handpickedInclude(_ctx: Ctx, ids: Ids) {
  return sql`select g.id, jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'slug', p.slug)) as value
    from groups g join products p on p.deleted_at is null and p.id in (select one::text::bigint
      from jsonb_path_query(g.settings, '$.handpickedProducts.products[*] ? (@.type() == "number")') one)
    where g.id = any(${ids}) group by g.id`;
}

/** Structure comes from the default language, texts from the requested one where present. */
async function present(_ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map(({ original: originalOrNull, products, ...row }) => {
    const original = originalOrNull as { settings: Settings; banners: Banner[] } | null;
    const settings = completeSettings(
      original?.settings ?? (row.settings as Settings),
      row.settings as Settings,
    );
    const { handpickedProducts } = settings;
    const known = new Map(((products ?? []) as Stub[]).map((product) => [product.id, product]));
    const chosen = productIds(settings).flatMap((id) => known.get(id) ?? []);
    const banners = (row.banners ?? []) as Banner[];
    return {
      ...row,
      banners: original ? translateBanners(original.banners, banners) : banners,
      settings: { ...settings, handpickedProducts: { ...handpickedProducts, products: chosen } },
      is_home: Boolean(settings.isHome),
      layout_type: settings.layoutType,
    };
  });
}

/** Fills in defaults for missing settings. */
function completeSettings(original: Settings, texts: Settings): Settings {
  const initial = groups.initial.settings as unknown as Settings;
  const whole: Settings = { ...initial, ...original };
  for (const key of [...homeBlocks, 'handpickedProducts'] as const) {
    whole[key] = { ...initial[key], ...original[key] };
    const title = texts[key]?.title;
    if (title) whole[key].title = title;
  }
  return whole;
}

function translateBanners(originals: Banner[], texts: Banner[]): Banner[] {
  return originals.map((banner) => {
    const text = texts.find(({ id }) => id === banner.id);
    return {
      ...banner,
      title: text?.title || banner.title,
      description: text?.description || banner.description,
    };
  });
}

function productIds(settings: Settings): number[] {
  const ids = settings.handpickedProducts?.products;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
}
