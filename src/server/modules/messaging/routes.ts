import type { FastifyInstance } from 'fastify';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import { notifyLogsEndpoint } from '@/contract/messaging/notifications';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
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
  const [read, write] = [{ allow: signedIn }, { allow: signedIn, write: true }];
  app.get(
    `/${notifyLogsEndpoint}`,
    route(deps, read, (ctx, { query }) => listNotifications(ctx, query)),
  );
  app.get(
    `/${notifyLogsEndpoint}/unread`,
    route(deps, read, (ctx) => unreadNotifications(ctx)),
  );
  app.get(
    `/${notifyLogsEndpoint}/:key`,
    route(deps, read, (ctx, { params }) => getNotification(ctx, params.key)),
  );
  app.delete(
    `/${notifyLogsEndpoint}/:key`,
    route(deps, write, async (ctx, { params }) => {
      await removeNotification(ctx, params.key);
      return true;
    }),
  );
  app.post(
    '/notify-log-seen',
    route(deps, write, (ctx, { body }) => seeNotification(ctx, body.id)),
  );
  app.post(
    '/notify-log-read-all',
    route(deps, write, (ctx, { body }) => seeAllNotifications(ctx, body)),
  );
  app.get(
    '/notification-preferences',
    route(deps, read, (ctx) => getPreferences(ctx)),
  );
  app.put(
    '/notification-preferences',
    route(deps, write, (ctx, { body }) => savePreferences(ctx, body)),
  );
}

/** Demo only: emails and SMS that nobody sends. Otherwise the address does not exist. */
export function devRoutes(app: FastifyInstance, deps: RequestDeps): void {
  if (!deps.demo) return;
  app.get(
    '/dev/outbox',
    route(deps, { allow: adminOnly }, (ctx, { query }) => listOutbox(ctx, query)),
  );
}
