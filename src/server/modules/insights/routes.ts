import type { FastifyInstance } from 'fastify';
import type { Action } from '@/contract/core/action';
import type { Permission } from '@/contract/core/permissions';
import * as actions from '@/contract/insights/actions';
import type { AnalyticsTable } from '@/contract/insights/analytics';
import { businessDay } from '@/contract/settings/business-day';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { csvType } from '@/server/core/documents/csv-stream';
import { router } from '@/server/core/http/route';
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
  const mayLag = { mayLag: true };
  api.on(actions.readActivity, (ctx, { query }) => activityPage(ctx, query), mayLag);
  api.on(actions.activityChoices, (ctx) => activityChoices(ctx), mayLag);
  api.on(actions.listBulkChanges, (ctx) => listBulkChanges(ctx), mayLag);
  api.on(
    actions.exportActivity,
    async (ctx, { query, reply }) => {
      // A file of the log is for its actions: contacts leave in the exports of their lists.
      const parts = await startExport(
        ctx,
        reply,
        await exportActivity({ ...ctx, hidesContacts: true }, query),
      );
      return sendParts(reply, parts, { name: `activity-${businessDay(ctx.now)}.csv`, type: csvType });
    },
    mayLag,
  );
  api.on(actions.listTrash, (ctx, { query }) => listTrash(ctx, query), mayLag);
  api.on(actions.countTrash, (ctx) => trashCounts(ctx), mayLag);
  api.on(actions.restoreFromTrash, async (ctx, { params }) => {
    await restoreFromTrash(ctx, services, params.family, params.id);
    return true;
  });
  api.on(actions.purgeFromTrash, async (ctx, { params, body }) => {
    await purgeFromTrash(ctx, services, { name: params.family, id: params.id, body });
    return true;
  });
}

/** History of a row, and the undoing of a save in it. */
export function historyRoutes(app: FastifyInstance, deps: RequestDeps, services: Services): void {
  const api = router(app, deps);
  api.on(actions.rowHistory, (ctx, { query }) => rowHistory(ctx, services, query));
  api.on(actions.rowAsOf, (ctx, { query }) => rowAsOf(ctx, services, query));
  api.on(actions.previewUndo, (ctx, { params }) => previewUndo(ctx, services, params.entry));
  api.on(actions.undoSave, (ctx, { params, input }) => undoSave(ctx, services, params.entry, input));
}

/** What lacks a translation, and how much. */
export function translationRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.translationGaps, (ctx, { query }) => translationGaps(ctx, query), { mayLag: true });
  api.on(actions.lackingRows, (ctx, { params, query }) => lackingRows(ctx, params.family, query));
}

/** Setup guides of a new installation and of a new vendor. */
export function firstStepRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.readFirstSteps, (ctx) =>
    readFirstSteps(ctx, { isDemo: deps.demo, hasRegister: Boolean(deps.atol ?? deps.yookassa?.receipts) }),
  );
  api.on(actions.readVendorStart, (ctx) => readVendorStart(ctx));
  api.on(actions.keepStep, async (ctx, { input }) => {
    await keepStep(ctx, input);
    return true;
  });
  api.on(actions.dismissFirstSteps, async (ctx) => {
    await dismissFirstSteps(ctx);
    return true;
  });
}

export function searchRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.searchEverything, (ctx, { query }) => searchEverything(ctx, query));
}

export function menuRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.menuCounts, (ctx, { query }) => menuCounts(ctx, query), { mayLag: true });
}

type Figures = (ctx: UserCtx, query: JsonRecord) => Promise<unknown>;

/** One route per dashboard widget of `contract/insights/analytics`. */
export function analyticsRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const show = (action: Action<`GET ${string}`, readonly Permission[], undefined>, run: Figures) =>
    api.on(action, (ctx, { query }) => run(ctx, query), { mayLag: true });
  show(actions.readAnalytics, analytics);
  show(actions.periodFigures, periodMetrics);
  show(actions.periodStatuses, periodStatuses);
  show(actions.countWaiting, waiting);
  show(actions.periodSales, periodSales);
  show(actions.periodShops, periodShops);
  show(actions.vendorBalance, vendorBalance);
  show(actions.periodHours, periodHours);
  show(actions.periodTrends, periodTrends);
  show(actions.periodCategories, periodCategories);
  show(actions.endingStock, endingStock);
  show(actions.duePayouts, duePayouts);
  const tables = {
    figures: actions.exportFigures,
    statuses: actions.exportStatuses,
    sales: actions.exportSales,
    shops: actions.exportShops,
    goods: actions.exportGoods,
    categories: actions.exportCategories,
  };
  for (const table of Object.keys(tables) as AnalyticsTable[])
    api.on(
      tables[table],
      async (ctx, { query, reply }) => {
        countExport(ctx, reply);
        const { name, type, content } = await exportAnalytics(ctx, table, query);
        return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);
      },
      { mayLag: true },
    );
}
