import { sql } from 'kysely';
import { customerIds, type SeedCtx, seededId } from '@/server/demo/context';
import { demoBadQuestions, demoComplaints, demoQuestions } from './feedback';

const hour = 3600_000;
const questionCount = 60;

interface OnSale {
  id: number;
  shop_id: number;
  owner_id: number;
}

/** Questions with and without answers, photos and votes of reviews, and open complaints. */
export async function seedFeedback(seed: SeedCtx): Promise<void> {
  const { db } = seed;
  const products = await db
    .selectFrom('products')
    .innerJoin('shops', 'shops.id', 'products.shop_id')
    .select(['products.id', 'products.shop_id', 'shops.owner_id'])
    .where('products.status', '=', 'publish')
    .where('shops.is_active', '=', true)
    .orderBy('products.id')
    .execute();
  const customers = await customerIds(seed);
  if (products.length === 0 || customers.length === 0) return;
  await seedQuestions(seed, products, customers);
  await seedPhotos(seed);
  await seedVotes(seed);
  await seedComplaints(seed, products, customers);
}

/** The item at an index, wrapping around. */
function at<One>(all: readonly One[], place: number): One {
  const found = all[place % all.length];
  if (found === undefined) throw new Error('The demo has none');
  return found;
}

async function seedQuestions(
  { db, now }: SeedCtx,
  products: readonly OnSale[],
  customers: readonly number[],
) {
  const rows = Array.from({ length: questionCount }, (_one, index) => {
    const product = at(products, index * 7);
    const [question, answer] = at(demoQuestions, index);
    // Newest first, at uneven intervals; each was answered within a day.
    const asked = now.getTime() - (3 + index * 17 + ((index * index) % 11)) * hour;
    const answered = Math.min(now.getTime(), asked + (2 + (index % 9)) * hour);
    return {
      product_id: product.id,
      shop_id: product.shop_id,
      user_id: at(customers, index * 5),
      question,
      answer: answer ?? null,
      created_at: new Date(asked),
      updated_at: new Date(asked),
      ...(answer !== undefined && { answered_by: product.owner_id, answered_at: new Date(answered) }),
    };
  });
  await db.insertInto('questions').values(rows).execute();
}

/** Customers attach pictures of their purchases. */
async function seedPhotos({ db }: SeedCtx): Promise<void> {
  await sql`update reviews r set photos = jsonb_build_array(p.image)
      || case when jsonb_array_length(p.gallery) > 0 and r.id % 2 = 0 then jsonb_build_array(p.gallery -> 0) else '[]' end
    from products p where p.id = r.product_id and p.image is not null and r.rating >= 4 and r.id % 8 = 1`.execute(
    db,
  );
}

async function seedVotes({ db, now }: SeedCtx): Promise<void> {
  await sql`insert into feedbacks (user_id, model_type, model_id, positive, created_at, updated_at)
    select u.id, t.type, t.id, (t.id + u.id) % 5 <> 0, ${now}, ${now}
    from (select 'Review' as type, id, user_id from reviews union all select 'Question', id, user_id from questions) t
      join users u on u.permissions = array['customer'] and u.id <> t.user_id
    where (t.id * 7 + u.id * 3) % 13 = 0`.execute(db);
}

async function seedComplaints(seed: SeedCtx, products: readonly OnSale[], customers: readonly number[]) {
  const { db, now } = seed;
  for (const [
    index,
    { rating, comment, reports, decided = 'open', note = null },
  ] of demoComplaints.entries()) {
    const product = at(products, 3 + index * 11);
    const written = new Date(now.getTime() - (30 + index * 9) * hour);
    const isRemoved = decided === 'accepted';
    const { id } = await db
      .insertInto('reviews')
      .values({
        product_id: product.id,
        shop_id: product.shop_id,
        user_id: at(customers, index * 3 + 1),
        rating,
        comment,
        created_at: written,
        updated_at: written,
        ...(isRemoved && { deleted_at: now, moderation_note: note }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const by = [product.owner_id, at(customers, index * 3 + 4)];
    await seedReports(seed, { type: 'Review', id, by, reports, status: decided, note });
  }
  for (const [index, [question, message]] of demoBadQuestions.entries()) {
    const product = at(products, 5 + index * 13);
    const written = new Date(now.getTime() - (20 + index * 6) * hour);
    const { id } = await db
      .insertInto('questions')
      .values({
        product_id: product.id,
        shop_id: product.shop_id,
        user_id: at(customers, index * 4 + 2),
        question,
        created_at: written,
        updated_at: written,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const by = [product.owner_id];
    await seedReports(seed, { type: 'Question', id, by, reports: [message], status: 'open', note: null });
  }
}

interface Complaints {
  type: 'Review' | 'Question';
  id: number;
  /** Reporters, one for each text. */
  by: readonly number[];
  reports: readonly string[];
  status: 'open' | 'accepted' | 'declined';
  note: string | null;
}

async function seedReports({ db, now, people }: SeedCtx, about: Complaints): Promise<void> {
  const { type, id, by, reports, status, note } = about;
  const made = new Date(now.getTime() - (8 + (id % 12)) * hour);
  const decision = {
    decided_by: seededId(people, 'admin'),
    decided_at: new Date(made.getTime() + hour),
    decision_note: note,
  };
  await db
    .insertInto('abusive_reports')
    .values(
      reports.map((message, index) => ({
        user_id: at(by, index),
        model_type: type,
        model_id: id,
        message,
        status,
        created_at: made,
        updated_at: made,
        ...(status !== 'open' && decision),
      })),
    )
    .execute();
}
