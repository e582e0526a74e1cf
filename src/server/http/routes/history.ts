import type { FastifyInstance } from 'fastify';
import { withStaff } from '@/contract/permissions';
import { rowHistory } from '../../services/history';
import { type Deps, handle } from '../handle';

/** What has happened to a row (design §5). */
export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/audit',
    handle(deps, { allow: withStaff('catalogue') }, (ctx, { query }) => rowHistory(ctx, query)),
  );
}
