import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { rejectValue } from '@/server/core/errors';
import { router } from '@/server/core/http/route';
import { readWhole } from '@/server/core/numbers';
import { markAllNotices, markNotice, noticeReaders, unreadNotices } from './notice-reads';
import { usersToNotify } from './notice-receivers';
import { noticeTypesFor } from './store-notices';

export function storeNoticeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const allow = adminOwnerStaff;
  api.get('/store-notices/getStoreNoticeType', { allow }, async (ctx) => noticeTypesFor(ctx));
  api.get('/store-notices/getUsersToNotify', { allow }, (ctx, { query }) => usersToNotify(ctx, query.type));
  api.get('/store-notices/unread', { allow }, (ctx) => unreadNotices(ctx));
  api.get('/store-notices/:key/readers', { allow }, (ctx, { params: { key } }) => noticeReaders(ctx, key));
  api.post('/store-notices/read', { allow, write: true }, (ctx, { body }) => {
    const id = readWhole('id', body.id);
    if (body.is_read !== undefined && typeof body.is_read !== 'boolean') rejectValue('is_read');
    return markNotice(ctx, id, body.is_read !== false);
  });
  api.post('/store-notices/read-all', { allow, write: true }, (ctx, { body }) =>
    markAllNotices(ctx, body.notices),
  );
}
