import { sql } from 'kysely';
import { customerIds, establishedShops, type SeedCtx, seededId } from '@/server/demo/context';
import commentsData from './comments.json';

const comments: Record<number, readonly string[]> = commentsData;

/** Distribution of stars. */
const stars = [5, 5, 5, 5, 4, 4, 4, 3, 2, 1] as const;

export async function seedReviews(seed: SeedCtx): Promise<void> {
  const { db, random, now } = seed;
  const products = await db
    .selectFrom('products')
    .select(['id', 'shop_id', 'created_at'])
    .where('status', '=', 'publish')
    // A shop this new has no customers yet.
    .where('shop_id', 'in', establishedShops(seed))
    .orderBy('id')
    .execute();
  const customers = await customerIds(seed);
  if (customers.length === 0) return;
  const rows = products.flatMap(({ id, shop_id, created_at }, index) => {
    const first = random.whole(0, customers.length - 1);
    return Array.from({ length: (index * 5) % 7 }, (_one, number) => {
      const rating = stars[random.whole(0, stars.length - 1)] ?? 5;
      const words = comments[rating] ?? [];
      const at = new Date(created_at.getTime() + random.next() * (now.getTime() - created_at.getTime()));
      return {
        product_id: id,
        shop_id,
        user_id: customers[(first + number) % customers.length] ?? 0,
        rating,
        comment: words[random.whole(0, words.length - 1)] ?? null,
        created_at: at,
        updated_at: at,
      };
    });
  });
  await db.insertInto('reviews').values(rows).execute();
}

const reasons = [
  'На главной картинке виден логотип другого магазина. Замените фотографию и отправьте снова.',
  'В описании нет состава и размеров: покупателю не понять, что он получит.',
];

/**
 * The demo's moderation queue: waiting submissions, rejected ones with reasons, and approvals of some products on sale.
 */
export async function seedProductReviews(seed: SeedCtx): Promise<void> {
  const { db, now, people } = seed;
  const products = await db
    .selectFrom('products')
    .innerJoin('shops', 'shops.id', 'products.shop_id')
    .select(['products.id', 'products.shop_id', 'products.status', 'shops.owner_id', 'products.updated_at'])
    .where('products.status', 'in', ['under_review', 'rejected'])
    .orderBy('products.id')
    .execute();
  const rows = products.map(({ id, shop_id, status, owner_id, updated_at }, index) => ({
    product_id: id,
    shop_id,
    submitted_by: owner_id,
    submitted_at: updated_at,
    created_at: updated_at,
    updated_at,
    ...(status === 'rejected' && {
      decision: 'rejected',
      reason: reasons[index % reasons.length] ?? null,
      decided_by: people.get('admin')?.id ?? null,
      decided_at: new Date(Math.min(now.getTime(), updated_at.getTime() + 3 * 3600_000)),
    }),
  }));
  if (rows.length > 0) await db.insertInto('product_reviews').values(rows).execute();
  await seedApprovals(seed);
}

/** The newest products of every selling shop were moderated, too. */
async function seedApprovals(seed: SeedCtx): Promise<void> {
  await sql`insert into product_reviews
      (product_id, shop_id, submitted_by, submitted_at, created_at, updated_at, decision, decided_by, decided_at)
    select p.id, p.shop_id, s.owner_id, p.created_at, p.created_at, p.decided_at, 'approved',
      ${seededId(seed.people, 'admin')}, p.decided_at
    from shops s cross join lateral (
      select id, shop_id, created_at, least(created_at + interval '5 hours', ${seed.now}::timestamptz) as decided_at
      from products where shop_id = s.id and status = 'publish' and deleted_at is null
      order by created_at desc, id limit 2) p
    where s.id = any(${establishedShops(seed)}::bigint[]) order by p.created_at, p.id`.execute(seed.db);
}
