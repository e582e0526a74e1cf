import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/permissions';
import { rowHistory } from '../../services/history';
import { type Deps, handle } from '../handle';

/** What has happened to a row, for administrators (design §5). */
export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/audit',
    handle(deps, { allow: adminOnly }, (ctx, { query }) => rowHistory(ctx, query)),
  );
}
