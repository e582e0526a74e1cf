import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import * as actions from '@/contract/messaging/actions';
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
  const [_read, _write] = [{ allow: signedIn }, { allow: signedIn, write: true }];
  api.on(actions.listNotifications, (ctx, { query }) => listNotifications(ctx, query));
  api.on(actions.unreadNotifications, (ctx) => unreadNotifications(ctx));
  api.on(actions.getNotification, (ctx, { params }) => getNotification(ctx, params.key));
  api.on(actions.removeNotification, async (ctx, { params }) => {
    await removeNotification(ctx, params.key);
    return true;
  });
  api.on(actions.seeNotification, (ctx, { body }) => seeNotification(ctx, body.id));
  api.on(actions.seeAllNotifications, (ctx, { body }) => seeAllNotifications(ctx, body));
  api.on(actions.getPreferences, (ctx) => getPreferences(ctx));
  api.on(actions.savePreferences, (ctx, { body }) => savePreferences(ctx, body));
}

/** Demo only: emails and SMS that nobody sends. Otherwise the address does not exist. */
export function devRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  if (!deps.demo) return;
  api.on(actions.listOutbox, (ctx, { query }) => listOutbox(ctx, query));
}
