import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/permissions';
import { getSettings, saveSettings } from '../../services/settings';
import { type Deps, handle } from '../handle';

/** Settings (specification §7). */
export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/settings',
    handle(deps, { allow: 'public' }, (ctx) => getSettings(ctx, deps.uploadMaxBytes)),
  );
  app.post(
    '/settings',
    handle(deps, { allow: adminOnly, write: true }, (ctx, { body }) =>
      saveSettings(ctx, body, deps.uploadMaxBytes),
    ),
  );
}
