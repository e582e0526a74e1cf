import type { FastifyInstance } from 'fastify';
import { wishSchema } from '@/contract/catalogue/wishlists/schema';
import { signedIn } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { checkAvailability } from './availability';
import { listFeaturedCategories, openTopAuthors, openTopManufacturers } from './top-lists';
import { addWish, isWished, listWishes, removeWish, toggleWish } from './wishlists';

/** What shop fronts ask beyond the families. */
export function storefrontRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const open = { allow: 'public', mayLag: true } as const;
  const [topAuthors, topManufacturers] = [openTopAuthors(), openTopManufacturers()];
  api.get('/top-authors', open, (ctx, { query }) => topAuthors(ctx, query));
  api.get('/top-manufacturers', open, (ctx, { query }) => topManufacturers(ctx, query));
  api.get('/featured-categories', open, (ctx, { query }) => listFeaturedCategories(ctx, query));
  api.get('/check-availability', { allow: 'public' }, (ctx, { query }) => checkAvailability(ctx, query));
  wishRoutes(app, deps);
}

function wishRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  for (const endpoint of ['wishlists', 'my-wishlists']) {
    api.get(`/${endpoint}`, { allow: signedIn }, (ctx, { query }) => listWishes(ctx, query, endpoint));
  }
  api.get('/wishlists/in_wishlist/:key', { allow: signedIn }, (ctx, { params }) => isWished(ctx, params.key));
  const write = { allow: signedIn, write: true, body: wishSchema };
  api.post('/wishlists', write, async (ctx, { input, reply }) => {
    const wish = await addWish(ctx, input.product_id);
    reply.code(201);
    return wish;
  });
  api.post('/wishlists/toggle', write, (ctx, { input }) => toggleWish(ctx, input.product_id));
  api.delete('/wishlists/:key', { allow: signedIn, write: true }, (ctx, { params }) =>
    removeWish(ctx, params.key),
  );
}
