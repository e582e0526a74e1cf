import type { FastifyInstance } from 'fastify';
import { adminOnly, withStaff } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { sendSold } from '@/server/core/http/send-stored';
import { openFiles } from '@/server/integrations/files/files';
import { reviewedFile } from '../products/digital-files';
import { approveReview, approveReviews, rejectReview, takeBackReview } from './decide-review';
import { getReview, listReviews } from './review-queue';

/** The queue of what vendors send in to be published, and decisions on it (reference rules §3.5). */
export function productReviewRoutes(app: FastifyInstance, deps: Deps): void {
  const vendors = withStaff('catalogue');
  const stored = openFiles(deps);
  app.get(
    '/product-reviews',
    route(deps, { allow: vendors }, (ctx, { query }) => listReviews(ctx, query)),
  );
  app.get(
    '/product-reviews/:key',
    route(deps, { allow: vendors }, (ctx, { params }) => getReview(ctx, params.key ?? '')),
  );
  app.get(
    '/product-reviews/:key/files/:id',
    route(deps, { allow: vendors }, async (ctx, { params: { key = '', id = '' }, request, reply }) => {
      const { path, file_name } = await reviewedFile(ctx, key, id);
      return sendSold(reply, await stored.get(path, request.headers.range), file_name);
    }),
  );
  app.delete(
    '/product-reviews/:key',
    route(deps, { allow: vendors, write: true }, (ctx, { params }) => takeBackReview(ctx, params.key ?? '')),
  );
  app.post(
    '/product-reviews/:key/approve',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body, params }) =>
      approveReview(ctx, params.key ?? '', body),
    ),
  );
  app.post(
    '/product-reviews/:key/reject',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body, params }) =>
      rejectReview(ctx, params.key ?? '', body),
    ),
  );
  app.post(
    '/product-reviews/bulk/approve',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body }) => approveReviews(ctx, body)),
  );
}
