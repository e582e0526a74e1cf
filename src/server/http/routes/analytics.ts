import type { FastifyInstance } from 'fastify';
import { analyticsAllow, analyticsEndpoint } from '@/contract/analytics';
import type { UserCtx } from '../../context';
import { analytics } from '../../services/analytics';
import { periodFigures, vendorBalance } from '../../services/analytics-figures';
import { periodSales, periodStatuses } from '../../services/analytics-orders';
import { periodShops } from '../../services/analytics-shops';
import { waiting } from '../../services/analytics-waiting';
import type { Values } from '../../services/resource-query';
import { type Deps, handle } from '../handle';

/** What dashboards show, a door for each part of them (contract/analytics; reference endpoints §17). */
export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  const get = (
    path: string,
    right: keyof typeof analyticsAllow,
    run: (ctx: UserCtx, query: Values) => Promise<unknown>,
  ) =>
    app.get(
      `/${analyticsEndpoint}${path}`,
      handle(deps, { allow: analyticsAllow[right] }, (ctx, { query }) => run(ctx, query)),
    );
  get('', 'counts', analytics);
  get('/figures', 'counts', periodFigures);
  get('/statuses', 'counts', periodStatuses);
  get('/waiting', 'counts', waiting);
  get('/sales', 'money', periodSales);
  get('/shops', 'money', periodShops);
  get('/balance', 'money', vendorBalance);
}
