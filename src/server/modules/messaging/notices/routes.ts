import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/messaging/actions';
import type { RequestDeps } from '@/server/core/deps';
import { rejectValue } from '@/server/core/errors';
import { router } from '@/server/core/http/route';
import { readWhole } from '@/server/core/numbers';
import { markAllNotices, markNotice, noticeReaders, unreadNotices } from './notice-reads';
import { usersToNotify } from './notice-receivers';
import { noticeTypesFor } from './store-notices';

export function storeNoticeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.noticeTypesFor, async (ctx) => noticeTypesFor(ctx));
  api.on(actions.usersToNotify, (ctx, { query }) => usersToNotify(ctx, query.type));
  api.on(actions.unreadNotices, (ctx) => unreadNotices(ctx));
  api.on(actions.noticeReaders, (ctx, { params: { key } }) => noticeReaders(ctx, key));
  api.on(actions.markNotice, (ctx, { body }) => {
    const id = readWhole('id', body.id);
    if (body.is_read !== undefined && typeof body.is_read !== 'boolean') rejectValue('is_read');
    return markNotice(ctx, id, body.is_read !== false);
  });
  api.on(actions.markAllNotices, (ctx, { body }) => markAllNotices(ctx, body.notices));
}
