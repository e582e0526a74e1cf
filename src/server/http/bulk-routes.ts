import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AnyResource } from '@/contract/define';
import { adminOnly, withStaff, adminOwnerStaff as workers } from '@/contract/permissions';
import { AppError } from '../errors';
import type { ResourceService } from '../services/resource-service';
import { type Deps, handle } from './handle';

/** What a list does with many rows at once: a file of them, removing them, setting a field, taking that back. */
export function bulkRoutes(
  app: FastifyInstance,
  deps: Deps,
  resource: AnyResource,
  service: ResourceService,
): void {
  const { allow } = resource;
  const all = `/${resource.endpoint}`;
  const lister = allow.list === 'public' ? workers : allow.list.filter((each) => each !== 'customer');
  const readers = resource.scope && allow.list !== adminOnly ? withStaff(resource.scope) : lister;

  app.get(
    `${all}/export`,
    // What the storefront may page through is handed out whole only to those who work here.
    handle(deps, { allow: readers }, async (ctx, call) => {
      const parts = service.exportList(ctx, call.query)[Symbol.asyncIterator]();
      // The first part is made before the answer begins: a refusal can still be one.
      const first = await parts.next();
      const rest = { [Symbol.asyncIterator]: () => parts };
      const name = `${resource.name}-${ctx.now.toISOString().slice(0, 10)}.csv`;
      call.reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`);
      return Readable.from(withFirst(String(first.value), rest));
    }),
  );
  app.post(
    `${all}/bulk/remove`,
    handle(deps, { allow: allow.remove, write: true }, (ctx, { body }) => service.bulkRemove(ctx, body)),
  );
  app.post(
    `${all}/bulk/set`,
    handle(deps, { allow: allow.update, write: true }, (ctx, { body }) => service.bulkSet(ctx, body)),
  );
  app.post(
    `${all}/bulk/:key/undo`,
    handle(deps, { allow: workers, write: true }, (ctx, { params: { key = '' } }) => {
      if (!/^\d{1,15}$/.test(key)) throw new AppError('NOT_FOUND');
      return service.bulkUndo(ctx, Number(key));
    }),
  );
}

async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncIterable<string> {
  yield first;
  yield* rest;
}
