import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { AppError } from '@/server/core/errors';
import { type Deps, route } from '@/server/core/http/route';
import { setApproval } from './terms';

/** Approval of terms and conditions (reference endpoints §14). */
export function termRoutes(app: FastifyInstance, deps: Deps): void {
  for (const isApproved of [true, false]) {
    app.post(
      `/${isApproved ? 'approve' : 'disapprove'}-terms-and-conditions`,
      route(deps, { allow: adminOnly, write: true }, (ctx, { body }) => {
        const id = Number(body.id);
        if (!Number.isSafeInteger(id) || id < 1) {
          throw new AppError('VALIDATION_FAILED', { fields: { id: ['error-wrong-value'] } });
        }
        return setApproval(ctx, id, isApproved);
      }),
    );
  }
}
