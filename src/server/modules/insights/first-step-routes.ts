import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { putFirstStepsAway, readFirstSteps } from './first-steps';

/** Setup guide of a new installation. */
export function firstStepRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/first-steps',
    route(deps, { allow: adminOnly }, (ctx) => readFirstSteps(ctx, deps.demo)),
  );
  app.post(
    '/first-steps/put-away',
    route(deps, { allow: adminOnly, write: true }, async (ctx) => {
      await putFirstStepsAway(ctx);
      return true;
    }),
  );
}
