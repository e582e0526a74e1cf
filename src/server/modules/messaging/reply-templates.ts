import { sql } from 'kysely';
import { replyTemplates } from '@/contract/messaging/reply-templates';
import { maxTemplates } from '@/contract/messaging/reply-templates/placeholders';
import type { Ctx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { ownShop } from '@/server/core/resource/policy';
import { type ResourceService, resourceService } from '@/server/core/resource/service';

const own = resourceService(replyTemplates, {
  table: 'reply_templates',
  policy: ownShop,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  immutableFields: ['shop_id'],
  conditions: { platform: (_eb, value) => sql<boolean>`(shop_id is null) = ${value === 'true'}` },
  present: async (_ctx, rows) => rows.map((row) => ({ ...row, platform: row.shop_id === null })),
  afterSave: (ctx, _id, { shop_id }) => assertRoom(ctx, shop_id),
});

export const replyTemplatesService: ResourceService = {
  ...own,
  async restore(ctx, key) {
    const row = await own.restore(ctx, key);
    await assertRoom(ctx, row.shop_id);
    return row;
  },
};

/** One at a time of a shop. Throws VALIDATION_FAILED when there are more than `maxTemplates` (rules/messaging: templates are few). */
async function assertRoom(ctx: Ctx, shopId: unknown): Promise<void> {
  const shop = typeof shopId === 'number' ? shopId : null;
  await sql`select pg_advisory_xact_lock(hashtext('reply_templates'), ${shop ?? 0}::int)`.execute(ctx.db);
  const { count } = await ctx.db
    .selectFrom('reply_templates')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('shop_id', 'is not distinct from', shop)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count > maxTemplates) rejectField('title', 'error-too-many-templates');
}
