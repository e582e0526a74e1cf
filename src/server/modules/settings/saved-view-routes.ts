import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import { savedViewsEndpoint } from '@/contract/settings/saved-views';
import { type Deps, route } from '@/server/core/http/route';
import { addView, changeView, listViews, removeView } from './saved-views';

/** Lists as people like to see them. Which lists and shops are whose is the service's to say. */
export function savedViewRoutes(app: FastifyInstance, deps: Deps): void {
  const all = `/${savedViewsEndpoint}`;
  app.get(
    all,
    route(deps, { allow: adminOwnerStaff }, (ctx, { query }) => listViews(ctx, query)),
  );
  app.post(
    all,
    route(deps, { allow: adminOwnerStaff, write: true }, async (ctx, { body, reply }) => {
      const view = await addView(ctx, body);
      reply.code(201);
      return view;
    }),
  );
  app.route({
    method: ['PUT', 'PATCH'],
    url: `${all}/:key`,
    handler: route(deps, { allow: adminOwnerStaff, write: true }, (ctx, { params: { key = '' }, body }) =>
      changeView(ctx, key, body),
    ),
  });
  app.delete(
    `${all}/:key`,
    route(deps, { allow: adminOwnerStaff, write: true }, async (ctx, { params: { key = '' } }) => {
      await removeView(ctx, key);
      return true;
    }),
  );
}
