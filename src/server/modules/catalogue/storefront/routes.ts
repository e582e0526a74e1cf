import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/catalogue/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { checkAvailability } from './availability';
import { listFeaturedCategories, openTopAuthors, openTopManufacturers } from './top-lists';
import { addWish, isWished, listWishes, removeWish, toggleWish } from './wishlists';

/** What shop fronts ask beyond the families. */
export function storefrontRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const [topAuthors, topManufacturers] = [openTopAuthors(), openTopManufacturers()];
  api.on(actions.listTopAuthors, (ctx, { query }) => topAuthors(ctx, query), { mayLag: true });
  api.on(actions.listTopManufacturers, (ctx, { query }) => topManufacturers(ctx, query), { mayLag: true });
  api.on(actions.listFeaturedCategories, (ctx, { query }) => listFeaturedCategories(ctx, query), {
    mayLag: true,
  });
  api.on(actions.checkAvailability, (ctx, { query }) => checkAvailability(ctx, query));
  wishRoutes(app, deps);
}

function wishRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  for (const [list, endpoint] of [
    [actions.listWishes, 'wishlists'],
    [actions.listWishedProducts, 'my-wishlists'],
  ] as const)
    api.on(list, (ctx, { query }) => listWishes(ctx, query, endpoint));
  api.on(actions.isWished, (ctx, { params }) => isWished(ctx, params.key));
  api.on(actions.addWish, async (ctx, { input, reply }) => {
    const wish = await addWish(ctx, input.product_id);
    reply.code(201);
    return wish;
  });
  api.on(actions.toggleWish, (ctx, { input }) => toggleWish(ctx, input.product_id));
  api.on(actions.removeWish, (ctx, { params }) => removeWish(ctx, params.key));
}
