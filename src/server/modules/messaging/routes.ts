import type { FastifyInstance } from 'fastify';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import { notifyLogsEndpoint } from '@/contract/messaging/notifications';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { getPreferences, savePreferences } from './notification-preferences';
import {
  getNotification,
  listNotifications,
  removeNotification,
  seeAllNotifications,
  seeNotification,
  unreadNotifications,
} from './notifications';
import { listOutbox } from './outbox';

/** The caller's notifications and preferences. */
export function notificationRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const [read, write] = [{ allow: signedIn }, { allow: signedIn, write: true }];
  api.get(`/${notifyLogsEndpoint}`, read, (ctx, { query }) => listNotifications(ctx, query));
  api.get(`/${notifyLogsEndpoint}/unread`, read, (ctx) => unreadNotifications(ctx));
  api.get(`/${notifyLogsEndpoint}/:key`, read, (ctx, { params }) => getNotification(ctx, params.key));
  api.delete(`/${notifyLogsEndpoint}/:key`, write, async (ctx, { params }) => {
    await removeNotification(ctx, params.key);
    return true;
  });
  api.post('/notify-log-seen', write, (ctx, { body }) => seeNotification(ctx, body.id));
  api.post('/notify-log-read-all', write, (ctx, { body }) => seeAllNotifications(ctx, body));
  api.get('/notification-preferences', read, (ctx) => getPreferences(ctx));
  api.put('/notification-preferences', write, (ctx, { body }) => savePreferences(ctx, body));
}

/** Demo only: emails and SMS that nobody sends. Otherwise the address does not exist. */
export function devRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  if (!deps.demo) return;
  api.get('/dev/outbox', { allow: adminOnly }, (ctx, { query }) => listOutbox(ctx, query));
}
