import type { FastifyInstance } from 'fastify';
import { undoSchema } from '@/contract/core/history';
import { adminOnly, adminOwner, adminOwnerStaff, ownerOnly, withStaff } from '@/contract/core/permissions';
import {
  type AnalyticsTable,
  analyticsAllow,
  analyticsEndpoint,
  analyticsTables,
} from '@/contract/insights/analytics';
import { keepStepSchema } from '@/contract/insights/first-steps';
import { menuCountsEndpoint } from '@/contract/insights/menu-counts';
import { businessDay } from '@/contract/settings/business-day';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { csvType } from '@/server/core/documents/csv-stream';
import { type Call, router } from '@/server/core/http/route';
import { countExport, sendParts, startExport } from '@/server/core/http/send-export';
import type { JsonRecord } from '@/server/core/json-record';
import type { Services } from '@/server/core/module';
import { activityChoices, activityPage, exportActivity } from './activity';
import { rowAsOf } from './as-of';
import { listBulkChanges } from './bulk-changes';
import { analytics } from './dashboards/analytics';
import { periodCategories } from './dashboards/analytics-categories';
import { endingStock } from './dashboards/analytics-ending';
import { periodHours } from './dashboards/analytics-hours';
import { periodMetrics, vendorBalance } from './dashboards/analytics-metrics';
import { periodSales, periodStatuses } from './dashboards/analytics-orders';
import { duePayouts } from './dashboards/analytics-payouts';
import { periodShops } from './dashboards/analytics-shops';
import { periodTrends } from './dashboards/analytics-trends';
import { waiting } from './dashboards/analytics-waiting';
import { exportAnalytics } from './dashboards/export-analytics';
import { dismissFirstSteps, keepStep, readFirstSteps } from './first-steps';
import { rowHistory } from './history';
import { menuCounts } from './menu-counts';
import { searchEverything } from './search/search';
import { lackingRows, translationGaps } from './translations';
import { listTrash, purgeFromTrash, restoreFromTrash, trashCounts } from './trash';
import { previewUndo, undoSave } from './undo-save';
import { readVendorStart } from './vendor-start';

/** Activity log and trash, administrators only. */
export function activityRoutes(app: FastifyInstance, deps: RequestDeps, services: Services): void {
  const api = router(app, deps);
  const get = (path: string, run: (ctx: UserCtx, call: Call) => Promise<unknown>) =>
    api.get(path, { allow: adminOnly, mayLag: true }, run);
  get('/activity', (ctx, { query }) => activityPage(ctx, query));
  get('/activity/choices', (ctx) => activityChoices(ctx));
  get('/activity/bulk', (ctx) => listBulkChanges(ctx));
  get('/activity/export', async (ctx, { query, reply }) => {
    // A file of the log is for its actions: contacts leave in the exports of their lists.
    const parts = await startExport(ctx, reply, await exportActivity({ ...ctx, hidesContacts: true }, query));
    return sendParts(reply, parts, { name: `activity-${businessDay(ctx.now)}.csv`, type: csvType });
  });
  get('/trash', (ctx, { query }) => listTrash(ctx, query));
  get('/trash/families', (ctx) => trashCounts(ctx));
  api.post('/trash/:family/:id/restore', { allow: adminOnly, write: true }, async (ctx, { params }) => {
    await restoreFromTrash(ctx, services, params.family, params.id);
    return true;
  });
  api.delete('/trash/:family/:id', { allow: adminOnly, write: true }, async (ctx, { params, body }) => {
    await purgeFromTrash(ctx, services, { name: params.family, id: params.id, body });
    return true;
  });
}

/** History of a row, and the undoing of a save in it. */
export function historyRoutes(app: FastifyInstance, deps: RequestDeps, services: Services): void {
  const api = router(app, deps);
  const allow = adminOwnerStaff;
  api.get('/audit', { allow }, (ctx, { query }) => rowHistory(ctx, services, query));
  api.get('/audit/as-of', { allow }, (ctx, { query }) => rowAsOf(ctx, services, query));
  api.get('/audit/:entry/undo', { allow }, (ctx, { params }) => previewUndo(ctx, services, params.entry));
  api.post('/audit/:entry/undo', { allow, write: true, body: undoSchema }, (ctx, { params, input }) =>
    undoSave(ctx, services, params.entry, input),
  );
}

/** What lacks a translation, and how much. */
export function translationRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const allow = withStaff('catalogue');
  api.get('/translations', { allow, mayLag: true }, (ctx, { query }) => translationGaps(ctx, query));
  api.get('/translations/:family', { allow }, (ctx, { params, query }) =>
    lackingRows(ctx, params.family, query),
  );
}

/** Setup guides of a new installation and of a new vendor. */
export function firstStepRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/first-steps', { allow: adminOnly }, (ctx) =>
    readFirstSteps(ctx, { isDemo: deps.demo, hasRegister: Boolean(deps.atol ?? deps.yookassa?.receipts) }),
  );
  api.get('/first-steps/vendor', { allow: ownerOnly }, (ctx) => readVendorStart(ctx));
  api.post(
    '/first-steps/keep',
    { allow: adminOnly, write: true, body: keepStepSchema },
    async (ctx, { input }) => {
      await keepStep(ctx, input);
      return true;
    },
  );
  api.post('/first-steps/put-away', { allow: adminOwner, write: true }, async (ctx) => {
    await dismissFirstSteps(ctx);
    return true;
  });
}

export function searchRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/search', { allow: adminOwnerStaff }, (ctx, { query }) => searchEverything(ctx, query));
}

export function menuRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get(`/${menuCountsEndpoint}`, { allow: adminOwnerStaff, mayLag: true }, (ctx, { query }) =>
    menuCounts(ctx, query),
  );
}

/** One route per dashboard widget of `contract/insights/analytics`. */
export function analyticsRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const get = (
    path: string,
    right: keyof typeof analyticsAllow,
    run: (ctx: UserCtx, query: JsonRecord) => Promise<unknown>,
  ) =>
    api.get(
      `/${analyticsEndpoint}${path}`,
      { allow: analyticsAllow[right], mayLag: true },
      (ctx, { query }) => run(ctx, query),
    );
  get('', 'counts', analytics);
  get('/figures', 'counts', periodMetrics);
  get('/statuses', 'counts', periodStatuses);
  get('/waiting', 'counts', waiting);
  get('/sales', 'money', periodSales);
  get('/shops', 'money', periodShops);
  get('/balance', 'money', vendorBalance);
  get('/hours', 'counts', periodHours);
  get('/trends', 'counts', periodTrends);
  get('/categories', 'money', periodCategories);
  get('/ending', 'goods', endingStock);
  get('/payouts', 'money', duePayouts);
  for (const table of Object.keys(analyticsTables) as AnalyticsTable[])
    api.get(
      `/${analyticsEndpoint}/${table}/export`,
      { allow: analyticsAllow[analyticsTables[table]], mayLag: true },
      async (ctx, { query, reply }) => {
        countExport(ctx, reply);
        const { name, type, content } = await exportAnalytics(ctx, table, query);
        return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);
      },
    );
}
