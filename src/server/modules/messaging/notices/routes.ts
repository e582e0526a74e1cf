import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import { refuseValue } from '@/server/core/errors';
import { type Deps, handle } from '@/server/core/http/route';
import { markAllNotices, markNotice, noticeReaders, unreadNotices } from './notice-reads';
import { usersToNotify } from './notice-receivers';
import { noticeTypesFor } from './store-notices';

/** What store notices have beyond the engine's routes (specification §7). */
export function storeNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  const allow = adminOwnerStaff;
  app.get(
    '/store-notices/getStoreNoticeType',
    handle(deps, { allow }, async (ctx) => noticeTypesFor(ctx)),
  );
  app.get(
    '/store-notices/getUsersToNotify',
    handle(deps, { allow }, (ctx, { query }) => usersToNotify(ctx, query.type)),
  );
  app.get(
    '/store-notices/unread',
    handle(deps, { allow }, (ctx) => unreadNotices(ctx)),
  );
  app.get(
    '/store-notices/:key/readers',
    handle(deps, { allow }, (ctx, { params: { key = '' } }) => noticeReaders(ctx, key)),
  );
  app.post(
    '/store-notices/read',
    handle(deps, { allow, write: true }, (ctx, { body }) => {
      const id = Number(body.id);
      if (!Number.isSafeInteger(id) || id < 1) refuseValue('id');
      if (body.is_read !== undefined && typeof body.is_read !== 'boolean') refuseValue('is_read');
      return markNotice(ctx, id, body.is_read !== false);
    }),
  );
  app.post(
    '/store-notices/read-all',
    handle(deps, { allow, write: true }, (ctx, { body }) => markAllNotices(ctx, body.notices)),
  );
}
