import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { notifyLogsEndpoint } from '@/contract/messaging/notifications';
import { type Deps, handle } from '@/server/core/http/route';
import { getPreferences, savePreferences } from './notification-preferences';
import {
  getNotification,
  listNotifications,
  removeNotification,
  seeAllNotifications,
  seeNotification,
  unreadNotifications,
} from './notify-logs';

/** The bell of a person and what is put into it (reference endpoints §15): everybody's own, nobody else's. */
export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  const [read, write] = [{ allow: signedIn }, { allow: signedIn, write: true }];
  app.get(
    `/${notifyLogsEndpoint}`,
    handle(deps, read, (ctx, { query }) => listNotifications(ctx, query)),
  );
  app.get(
    `/${notifyLogsEndpoint}/unread`,
    handle(deps, read, (ctx) => unreadNotifications(ctx)),
  );
  app.get(
    `/${notifyLogsEndpoint}/:key`,
    handle(deps, read, (ctx, { params }) => getNotification(ctx, params.key)),
  );
  app.delete(
    `/${notifyLogsEndpoint}/:key`,
    handle(deps, write, async (ctx, { params }) => {
      await removeNotification(ctx, params.key);
      return true;
    }),
  );
  app.post(
    '/notify-log-seen',
    handle(deps, write, (ctx, { body }) => seeNotification(ctx, body.id)),
  );
  app.post(
    '/notify-log-read-all',
    handle(deps, write, (ctx, { body }) => seeAllNotifications(ctx, body)),
  );
  app.get(
    '/notification-preferences',
    handle(deps, read, (ctx) => getPreferences(ctx)),
  );
  app.put(
    '/notification-preferences',
    handle(deps, write, (ctx, { body }) => savePreferences(ctx, body)),
  );
}
