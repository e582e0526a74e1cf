import { sql } from 'kysely';
import {
  type ImportField,
  type ImportOptions,
  initialImportOptions,
} from '@/contract/catalogue/products/imports';
import { isAllowed, type Permission, withStaff } from '@/contract/core/permissions';
import type { Database, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { checkOwnShop } from '../attributes/export-attributes';
import { isReviewed } from '../moderation/product-reviews';
import { readCellWords } from './cells';
import type { Job } from './job';
import type { WorkDeps } from './lease';
import { readDictionaries } from './lookups';
import { readIndex } from './sku-index';

/** What has to be known to work on an import, with the rights that its person has now. Throws FORBIDDEN, NOT_FOUND. */
export async function openJob({ db, now, publicUrl }: WorkDeps, id: number): Promise<Job> {
  const row = await db
    .selectFrom('product_imports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const person = await personOf(db, row.user_id);
  if (!person || !isAllowed(withStaff('catalogue'), person.permissions)) throw new AppError('FORBIDDEN');
  const ctx: UserCtx = {
    db,
    user: person,
    now: now(),
    locale: 'ru',
    ip: row.ip ?? '',
    requestId: row.request_id ?? `import-${id}`,
    publicUrl,
  };
  await checkOwnShop(ctx, row.shop_id);
  const mapping = mappingOf(row.mapping as Record<string, ImportField>);
  return {
    id,
    shopId: row.shop_id,
    ctx,
    mapping,
    options: { ...initialImportOptions, ...(row.options as Partial<ImportOptions>) },
    columns: (row.headings as string[]).length,
    isReviewed: await isReviewed(ctx),
    dictionaries: await readDictionaries(ctx),
    words: await readCellWords(),
    file: await readIndex(ctx, id, mapping),
    lostPictures: new Map(),
  };
}

function mappingOf(stored: Record<string, ImportField>): Map<ImportField, number> {
  return new Map(Object.entries(stored).map(([index, field]) => [field, Number(index)]));
}

async function personOf(db: Database, id: number): Promise<UserCtx['user'] | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'permissions', 'shop_id'])
    .select(
      sql<
        number[]
      >`array(select shops.id from shops where shops.owner_id = users.id and shops.deleted_at is null)`.as(
        'owned',
      ),
    )
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      email: row.email,
      permissions: row.permissions as Permission[],
      ownedShopIds: row.owned.map(Number),
      managedShopId: row.shop_id,
      sessionId: 0,
    }
  );
}
