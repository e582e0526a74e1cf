import type { SeedCtx } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { midnight } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import { type BannerTheme, narrowName, wideName } from './banner-pictures';
import salesData from './flash-sale.json';
import { type SeededSale, type State, seedRequest } from './flash-sale-requests';
import requestsData from './flash-sale-requests.json';

interface DemoSale {
  title: string;
  slug: string;
  description: string;
  /** Days from today, at midnight in Moscow. */
  days: [start: number, end: number];
  type: 'percentage' | 'fixed_rate';
  rate: number;
  isOff?: boolean;
  theme: BannerTheme;
  /** Shops whose products the administrator invited; all have agreed except those in `asked`. */
  chosen: readonly string[];
  asked?: readonly string[];
  english?: [title: string, description: string];
}

const sales = typed<readonly DemoSale[]>(salesData);

/** By the sale's slug: requests and their outcomes. */
const requests: Record<string, Record<State, readonly string[]>> = requestsData;

/** Products on sale by shop: requests take them from the front, invitations from the back, each once. */
type Pools = Map<string, { id: number; price: number }[]>;

/** Run after the products. No product is in two sales at the same time: each is taken once. */
export async function seedFlashSales(ctx: SeedCtx): Promise<void> {
  const pools = await poolsOf(ctx);
  for (const sale of sales) await seedSale(ctx, sale, pools);
}

async function poolsOf({ db, shops }: SeedCtx): Promise<Pools> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'shop_id', 'min_price'])
    .where('status', '=', 'publish')
    .orderBy('id')
    .execute();
  return new Map(
    [...shops].map(([key, { id }]) => [
      key,
      rows
        .filter(({ shop_id }) => shop_id === id)
        .map((row) => ({ id: row.id, price: Number(row.min_price ?? 0) })),
    ]),
  );
}

async function seedSale(ctx: SeedCtx, sale: DemoSale, pools: Pools): Promise<void> {
  const { db, now, pictures } = ctx;
  const created = new Date(Math.min(midnight(now, sale.days[0]).getTime(), now.getTime()) - 12 * day);
  const [start, end] = [midnight(now, sale.days[0]), midnight(now, sale.days[1])];
  const { id } = await db
    .insertInto('flash_sale')
    .values({
      title: sale.title,
      slug: sale.slug,
      description: sale.description,
      start_date: start,
      end_date: end,
      type: sale.type,
      rate: sale.rate,
      sale_status: !sale.isOff,
      sale_builder: JSON.stringify({ data_type: 'handpicked_products', product_ids: [], category_ids: [] }),
      image: JSON.stringify(pictures.get(narrowName(sale.theme)) ?? null),
      cover_image: JSON.stringify(pictures.get(wideName(sale.theme)) ?? null),
      translations: english(sale.english, ['title', 'description']),
      created_at: created,
      updated_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dates = { start_date: start.toISOString(), end_date: end.toISOString() };
  const seeded: SeededSale = { id, title: sale.title, type: sale.type, rate: sale.rate, ...dates, created };
  const ask = async (
    request: { shop: string; state: State; isInvitation: boolean },
    from: number,
    to?: number,
  ) => {
    const pool = pools.get(request.shop) ?? [];
    const ids = pool
      .filter(({ price }) => suits(sale, price))
      .slice(from, to)
      .map(({ id }) => id);
    if (ids.length === 0) return;
    const { isInvitation, ...about } = request;
    await seedRequest(ctx, seeded, { ...about, [isInvitation ? 'invited' : 'offered']: ids });
    // Only participating products are used up: an open or declined request reserves nothing.
    if (request.state === 'approved')
      pools.set(
        request.shop,
        pool.filter((good) => !ids.includes(good.id)),
      );
  };
  for (const shop of sale.chosen) await ask({ shop, state: 'approved', isInvitation: true }, -4);
  for (const shop of sale.asked ?? []) await ask({ shop, state: 'waiting', isInvitation: true }, -2);
  for (const [name, shops] of Object.entries(requests[sale.slug] ?? {})) {
    const state = name as State;
    for (const shop of shops)
      await ask({ shop, state, isInvitation: false }, 0, state === 'approved' ? 2 : ctx.random.whole(2, 3));
  }
}

/** A fixed discount only where two thirds of the price remain. */
const suits = ({ type, rate }: DemoSale, price: number) => type === 'percentage' || price >= 3 * rate;

const day = 24 * 3600_000;
