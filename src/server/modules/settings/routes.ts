import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { Settings } from '@/contract/settings';
import { type Deps, route } from '@/server/core/http/route';
import { sbpState } from '@/server/integrations/sbp/sbp-payments';
import { getSettings, saveSettings } from './settings';

/** Settings (specification §7). */
export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  // What the environment decides, nobody saves.
  const answer = (settings: Settings): Settings => ({
    ...settings,
    options: { ...settings.options, useAi: Boolean(deps.aiUrl), hasSbp: sbpState(deps) !== 'off' },
  });
  app.get(
    '/settings',
    route(deps, { allow: 'public' }, async (ctx) => answer(await getSettings(ctx, deps.uploadMaxBytes))),
  );
  app.post(
    '/settings',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { body }) =>
      answer(await saveSettings(ctx, body, deps.uploadMaxBytes)),
    ),
  );
}
