import type { FastifyInstance } from 'fastify';
import { wishSchema } from '@/contract/catalogue/wishlists/schema';
import { signedIn } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { checkAvailability } from './availability';
import { listFeaturedCategories, openTopAuthors, openTopManufacturers } from './top-lists';
import { addWish, isWished, listWishes, removeWish, toggleWish } from './wishlists';

/** What shop fronts ask beyond the families. */
export function storefrontRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const open = { allow: 'public', mayLag: true } as const;
  const [topAuthors, topManufacturers] = [openTopAuthors(), openTopManufacturers()];
  app.get(
    '/top-authors',
    route(deps, open, (ctx, { query }) => topAuthors(ctx, query)),
  );
  app.get(
    '/top-manufacturers',
    route(deps, open, (ctx, { query }) => topManufacturers(ctx, query)),
  );
  app.get(
    '/featured-categories',
    route(deps, open, (ctx, { query }) => listFeaturedCategories(ctx, query)),
  );
  app.get(
    '/check-availability',
    route(deps, { allow: 'public' }, (ctx, { query }) => checkAvailability(ctx, query)),
  );
  wishRoutes(app, deps);
}

function wishRoutes(app: FastifyInstance, deps: RequestDeps): void {
  for (const endpoint of ['wishlists', 'my-wishlists']) {
    app.get(
      `/${endpoint}`,
      route(deps, { allow: signedIn }, (ctx, { query }) => listWishes(ctx, query, endpoint)),
    );
  }
  app.get(
    '/wishlists/in_wishlist/:key',
    route(deps, { allow: signedIn }, (ctx, { params }) => isWished(ctx, params.key ?? '')),
  );
  const write = { allow: signedIn, write: true, body: wishSchema };
  app.post(
    '/wishlists',
    route(deps, write, async (ctx, { input, reply }) => {
      const wish = await addWish(ctx, input.product_id);
      reply.code(201);
      return wish;
    }),
  );
  app.post(
    '/wishlists/toggle',
    route(deps, write, (ctx, { input }) => toggleWish(ctx, input.product_id)),
  );
  app.delete(
    '/wishlists/:key',
    route(deps, { allow: signedIn, write: true }, (ctx, { params }) => removeWish(ctx, params.key ?? '')),
  );
}
