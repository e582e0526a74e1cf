import type { FastifyInstance } from 'fastify';
import { analyticsAllow, analyticsEndpoint } from '@/contract/insights/analytics';
import type { UserCtx } from '@/server/core/context';
import { type Deps, route } from '@/server/core/http/route';
import type { JsonRecord } from '@/server/core/resource/query';
import { analytics } from './analytics';
import { periodFigures, vendorBalance } from './analytics-figures';
import { periodSales, periodStatuses } from './analytics-orders';
import { periodShops } from './analytics-shops';
import { waiting } from './analytics-waiting';

/** One route per dashboard widget (contract/insights/analytics; reference endpoints §17). */
export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  const get = (
    path: string,
    right: keyof typeof analyticsAllow,
    run: (ctx: UserCtx, query: JsonRecord) => Promise<unknown>,
  ) =>
    app.get(
      `/${analyticsEndpoint}${path}`,
      route(deps, { allow: analyticsAllow[right] }, (ctx, { query }) => run(ctx, query)),
    );
  get('', 'counts', analytics);
  get('/figures', 'counts', periodFigures);
  get('/statuses', 'counts', periodStatuses);
  get('/waiting', 'counts', waiting);
  get('/sales', 'money', periodSales);
  get('/shops', 'money', periodShops);
  get('/balance', 'money', vendorBalance);
}
