import { sql } from 'kysely';
import { permissionsOfRole } from '@/contract/core/permissions';
import { toSlug } from '@/contract/core/slug';
import type { Database } from '@/server/core/context';
import type { FileSettings } from '@/server/integrations/files/files';
import { openFiles } from '@/server/integrations/files/open-files';
import { demoOperator } from '@/server/integrations/suggest/bundled-organisations';
import { hashPassword } from '@/server/modules/accounts/sign-in/passwords';
import { seedConsents } from './accounts/consents';
import { seedCustomers } from './accounts/people';
import { seedAttributes, seedOrderStatuses } from './catalogue/attribute-families';
import { seedAuthors } from './catalogue/authors';
import { categoryDrawings, seedCategories } from './catalogue/categories';
import { groupDrawings, seedGroups, seedHandpicked, seedTagGroups } from './catalogue/groups';
import { manufacturerDrawings, seedManufacturers } from './catalogue/manufacturers';
import { productDrawings, seedProducts } from './catalogue/products';
import { tags } from './catalogue/tags';
import { type SeedCtx, seededId } from './context';
import { seedFamily, seedFaqs, seedNotices, seedOtherFamilies, seedTags } from './families';
import { seedProductReviews, seedReviews } from './feedback/product-opinions';
import { seedFeedback } from './feedback/seed-feedback';
import { openBook } from './ledger/ledger-book';
import { seedWithdraws } from './ledger/seed-withdraws';
import { seedContactMessages, seedNewsletter } from './messaging/seed-contacts';
import { seedNotifications } from './messaging/seed-notifications';
import { seedReplyTemplates, seedTalks } from './messaging/seed-talks';
import { seedOrders } from './orders/seed-orders';
import { seedTill } from './orders/seed-till';
import { seedAcquirerRefund } from './payments/seed-acquirer-refund';
import { seedReconciliation } from './payments/seed-reconciliation';
import { seedSettlements } from './payments/seed-settlements';
import { drawAll, shopLogo, siteLogo, swatch } from './pictures';
import { bannerDrawings } from './promotions/banner-pictures';
import { seedFlashSales } from './promotions/flash-sale';
import { seedAdvertisingBanners, seedReviewBanners } from './promotions/seed-banners';
import { couponDrawings, seedCoupons } from './promotions/seed-coupons';
import { pastMoments, type Random, seededRandom } from './random';
import { seedReceipts } from './receipts/seed-receipts';
import { seedRefunds } from './refunds/order-refunds';
import { seedRefundPolicies } from './refunds/refunds';
import { seedAppVersions } from './settings/app-versions';
import { nameInSettings, seedDeliveryClasses } from './settings/deliveries';
import { demoSettings } from './settings/settings';
import englishSettings from './settings/settings-english.json';
import { seedSocialLinks } from './settings/social-links';
import { seedTerms } from './settings/terms';
import { seedPapers } from './shops/seed-papers';
import { coverDrawings, seedShopLife, seedShops } from './shops/seed-shops';
import { seedStaffs } from './shops/seed-staffs';
import { people, shops } from './shops/shops';

const password = 'Demo12345';
/** Accounts of demo people were created over the last two years. */
const longAgo = { days: 700, lean: 1 };

/** Of the company that the marketplace belongs to: its cash register has the same. */
export const demoInn = demoOperator.inn;

/** What `npm start` prints. */
export const demoAccounts: readonly string[] = [
  'admin@demo.ru — super_admin',
  'owner@demo.ru — store_owner',
  'owner2@demo.ru — store_owner',
  'staff@demo.ru — staff',
  'customer@demo.ru — customer',
  ...['finance', 'catalogue', 'support', 'content', 'auditor'].map((key) => `${key}@demo.ru — super_admin`),
];

/**
 * Fills an empty database with the demo marketplace in one transaction; does nothing when there are users.
 * Deterministic except for the dates, which are relative to `now`.
 */
export async function seedDemo({
  db,
  now,
  ...files
}: {
  db: Database;
  now: Date;
} & FileSettings): Promise<void> {
  if (await hasPeople(db)) return;
  const passwordHash = await hashPassword(password);
  const isSeeded = await db.transaction().execute(async (trx) => {
    // Two replicas that start together must not both seed.
    await sql`select pg_advisory_xact_lock(7310577)`.execute(trx);
    if (await hasPeople(trx)) return false;
    const random = seededRandom(20_240_601);
    const seededPeople = await seedPeople(trx, now, random, passwordHash);
    const adminId = seededId(seededPeople, 'admin');
    const pictures = await drawAll(trx, openFiles(files), drawings(), { userId: adminId, now });
    const seededShops = await seedShops(trx, now, seededPeople, pictures);
    const ctx: SeedCtx = { db: trx, now, random, people: seededPeople, shops: seededShops, pictures };
    // The past of the demo was decided by one person.
    await trx.updateTable('approval_rules').set({ mode: 'off' }).execute();
    await seedMarketplace(ctx);
    await trx.updateTable('approval_rules').set({ mode: 'auto' }).execute();
    await seedPapers(ctx, openFiles(files));
    return true;
  });
  if (!isSeeded) return;
  await seedReconciliation({ db, now });
  // The embedded database has no autovacuum, and plans without statistics cost seconds.
  await sql`vacuum (analyze)`.execute(db);
}

function drawings(): Parameters<typeof drawAll>[2] {
  return [
    { name: 'gostiny-dvor', svg: siteLogo() },
    ...shops.map((shop) => ({ name: `shop-${shop.key}`, svg: shopLogo(shop) })),
    ...tags.flatMap((tag) =>
      tag.picture ? [{ name: `tag-${toSlug(tag.name)}`, svg: swatch(...tag.picture) }] : [],
    ),
    ...coverDrawings(),
    ...bannerDrawings(),
    ...manufacturerDrawings(),
    ...couponDrawings(),
    ...groupDrawings(),
    ...categoryDrawings(),
    ...productDrawings(),
  ];
}

/** Everything except people, pictures and shops, in dependency order. */
async function seedMarketplace(ctx: SeedCtx): Promise<void> {
  await seedSettings(ctx);
  await seedCustomers(ctx);
  await seedTags(ctx);
  await seedGroups(ctx);
  await seedTagGroups(ctx);
  await seedCategories(ctx);
  await seedShopLife(ctx);
  await seedFamily(ctx, 'boxes');
  await seedFamily(ctx, 'error-codes');
  await seedFaqs(ctx);
  await seedNotices(ctx);
  await seedAttributes(ctx);
  await seedOrderStatuses(ctx);
  await seedAppVersions(ctx);
  await seedSocialLinks(ctx);
  await seedAdvertisingBanners(ctx);
  await seedReviewBanners(ctx);
  await seedFamily(ctx, 'taxes');
  await seedFamily(ctx, 'shippings');
  await nameInSettings(ctx);
  await seedDeliveryClasses(ctx);
  await seedRefundPolicies(ctx);
  await seedFamily(ctx, 'refund-reasons');
  await seedTerms(ctx);
  await seedConsents(ctx);
  await seedAuthors(ctx);
  await seedManufacturers(ctx);
  await seedProducts(ctx);
  await seedReviews(ctx);
  await seedProductReviews(ctx);
  await seedHandpicked(ctx);
  await seedFlashSales(ctx);
  await seedCoupons(ctx);
  await seedStaffs(ctx);
  // Everything that moved money, in chronological order.
  const earned = await seedOrders(ctx);
  const book = openBook(ctx, [...earned, ...(await seedWithdraws(ctx, earned))]);
  await seedAcquirerRefund(ctx, book);
  await seedTill(ctx, book);
  await book();
  await seedRefunds(ctx);
  await seedSettlements(ctx);
  await seedReceipts(ctx);
  await seedTalks(ctx);
  await seedReplyTemplates(ctx);
  await seedContactMessages(ctx);
  await seedNewsletter(ctx);
  await seedFeedback(ctx);
  await seedNotifications(ctx);
  await seedOtherFamilies(ctx);
}

async function hasPeople(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function seedPeople(db: Database, now: Date, random: Random, passwordHash: string) {
  const readyRoles = await db
    .selectFrom('roles')
    .select(['id', 'key'])
    .where('key', 'is not', null)
    .execute();
  const rows = await db
    .insertInto('users')
    .values(
      people.map(({ name, email, role, team, contact, age }) => {
        const came = age && new Date(now.getTime() - age * 24 * 3600_000);
        const moments = came ? { created_at: came, updated_at: came } : pastMoments(random, now, longAgo);
        return {
          ...moments,
          name,
          email,
          contact,
          contact_verified_at: moments.created_at,
          password_hash: passwordHash,
          permissions: [...permissionsOfRole[role]],
          role_id: (team && readyRoles.find(({ key }) => key === team)?.id) || null,
          email_verified_at: moments.created_at,
        };
      }),
    )
    .returning(['id', 'name', 'email'])
    .execute();
  return new Map(
    people.map((person) => {
      const row = rows.find(({ email }) => email === person.email);
      if (!row) throw new Error(`The demo lacks ${person.email}`);
      return [person.key, { id: row.id, name: row.name }];
    }),
  );
}

async function seedSettings({ db, now, pictures }: SeedCtx): Promise<void> {
  const logo = pictures.get('gostiny-dvor');
  if (!logo) throw new Error('The demo has no logo');
  await db
    .insertInto('settings')
    .values({
      options: JSON.stringify(demoSettings(logo)),
      translations: JSON.stringify({ en: englishSettings }),
      created_at: now,
      updated_at: now,
    })
    .execute();
}
