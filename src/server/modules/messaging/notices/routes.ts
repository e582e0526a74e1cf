import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { rejectValue } from '@/server/core/errors';
import { route } from '@/server/core/http/route';
import { readWhole } from '@/server/core/numbers';
import { markAllNotices, markNotice, noticeReaders, unreadNotices } from './notice-reads';
import { usersToNotify } from './notice-receivers';
import { noticeTypesFor } from './store-notices';

/** Routes of store notices beyond the engine's. */
export function storeNoticeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const allow = adminOwnerStaff;
  app.get(
    '/store-notices/getStoreNoticeType',
    route(deps, { allow }, async (ctx) => noticeTypesFor(ctx)),
  );
  app.get(
    '/store-notices/getUsersToNotify',
    route(deps, { allow }, (ctx, { query }) => usersToNotify(ctx, query.type)),
  );
  app.get(
    '/store-notices/unread',
    route(deps, { allow }, (ctx) => unreadNotices(ctx)),
  );
  app.get(
    '/store-notices/:key/readers',
    route(deps, { allow }, (ctx, { params: { key = '' } }) => noticeReaders(ctx, key)),
  );
  app.post(
    '/store-notices/read',
    route(deps, { allow, write: true }, (ctx, { body }) => {
      const id = readWhole('id', body.id);
      if (body.is_read !== undefined && typeof body.is_read !== 'boolean') rejectValue('is_read');
      return markNotice(ctx, id, body.is_read !== false);
    }),
  );
  app.post(
    '/store-notices/read-all',
    route(deps, { allow, write: true }, (ctx, { body }) => markAllNotices(ctx, body.notices)),
  );
}
