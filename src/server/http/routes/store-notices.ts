import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/permissions';
import { AppError } from '../../errors';
import { markRead, noticeTypesFor, usersToNotify } from '../../services/store-notices';
import { type Deps, handle } from '../handle';

/** What store notices have beyond the engine's routes (specification §7). */
export function storeNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/store-notices/getStoreNoticeType',
    handle(deps, { allow: adminOwnerStaff }, async (ctx) => noticeTypesFor(ctx)),
  );
  app.get(
    '/store-notices/getUsersToNotify',
    handle(deps, { allow: adminOwnerStaff }, (ctx, { query }) => usersToNotify(ctx, query.type)),
  );
  app.post(
    '/store-notices/read',
    handle(deps, { allow: adminOwnerStaff, write: true }, (ctx, { body }) => {
      const id = Number(body.id);
      if (!Number.isSafeInteger(id) || id < 1) {
        throw new AppError('VALIDATION_FAILED', { fields: { id: ['error-wrong-value'] } });
      }
      return markRead(ctx, id);
    }),
  );
}
