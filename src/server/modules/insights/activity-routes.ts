import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { UserCtx } from '@/server/core/context';
import { csvType } from '@/server/core/documents/csv-stream';
import { type Call, type Deps, route } from '@/server/core/http/route';
import { begun, sendParts } from '@/server/core/http/send-parts';
import { services } from '@/server/modules';
import { activityChoices, activityPage } from './activity';
import { exportActivity } from './activity-export';
import { listTrash, purgeFromTrash, restoreFromTrash, trashCounts } from './trash';

/** Activity log and trash (design §5), administrators only. */
export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  const get = (path: string, run: (ctx: UserCtx, call: Call) => Promise<unknown>) =>
    app.get(path, route(deps, { allow: adminOnly }, run));
  get('/activity', (ctx, { query }) => activityPage(ctx, query));
  get('/activity/choices', (ctx) => activityChoices(ctx));
  get('/activity/export', async (ctx, { query, reply }) => {
    const parts = await begun(await exportActivity(ctx, query));
    return sendParts(reply, parts, { name: 'activity.csv', type: csvType });
  });
  get('/trash', (ctx, { query }) => listTrash(ctx, query));
  get('/trash/families', (ctx) => trashCounts(ctx));
  app.post(
    '/trash/:family/:id/restore',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { params }) => {
      await restoreFromTrash(ctx, services, params.family ?? '', params.id ?? '');
      return true;
    }),
  );
  app.delete(
    '/trash/:family/:id',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { params, body }) => {
      await purgeFromTrash(ctx, services, { name: params.family ?? '', id: params.id ?? '', body });
      return true;
    }),
  );
}
