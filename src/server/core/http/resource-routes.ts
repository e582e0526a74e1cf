import type { FastifyInstance } from 'fastify';
import type { AnyResource } from '@/contract/core/define';
import { rowActions } from '@/contract/family-actions';
import { type Ctx, isOtherClient } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { withIdempotencyKey } from '@/server/core/idempotency';
import type { JsonRecord } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import type { ResourceService } from '@/server/core/resource/service';
import { router } from './route';

/** The routes of a declared family. PUT and PATCH both update what was sent. */
export function resourceRoutes(
  app: FastifyInstance,
  deps: RequestDeps,
  resource: AnyResource,
  service: ResourceService,
): void {
  const api = router(app, deps);
  const { maxBody } = resource;
  const actions = rowActions(resource);

  api.on(
    actions.list,
    (ctx, { query }) =>
      isBare(resource, ctx, query) ? listAll(ctx, service, query) : service.list(ctx, query),
    { mayLag: true },
  );
  if (resource.tabs)
    api.on(actions.countTabs, (ctx, { query }) => service.countTabs(ctx, query), { mayLag: true });
  api.on(actions.read, (ctx, { params }) => service.get(ctx, params.key));
  // Families with their own create route, such as orders, have registered it already.
  if (!app.hasRoute({ method: 'POST', url: `${app.prefix}/${resource.endpoint}` })) {
    api.on(
      actions.create,
      (ctx, call) =>
        withIdempotencyKey(ctx, call, async () => {
          const row = await service.create(ctx, call.body);
          call.reply.code(201);
          return row;
        }),
      { maxBody },
    );
  }
  api.on(
    actions.update,
    (ctx, call) => withIdempotencyKey(ctx, call, () => service.update(ctx, call.params.key, call.body)),
    { maxBody },
  );
  api.on(actions.remove, async (ctx, { params }) => {
    await service.remove(ctx, params.key);
    return true;
  });
  api.on(actions.uses, (ctx, { params }) => service.uses(ctx, params.key));
  api.on(actions.restore, (ctx, { params }) => service.restore(ctx, params.key));
}

function isBare({ bareList }: AnyResource, ctx: Ctx, { page, limit }: JsonRecord): boolean {
  if (page !== undefined) return false;
  return bareList === 'others' ? isOtherClient(ctx) : bareList === true && limit === undefined;
}

/** More rows than this are not sent in one response: a client that needs them pages. */
const bareListLimit = 1000;

async function listAll(ctx: Ctx, service: ResourceService, query: JsonRecord): Promise<JsonRecord[]> {
  const rows: JsonRecord[] = [];
  const most = Math.min(bareListLimit, wholeNumber(query.limit) || bareListLimit);
  for (let page = 1; rows.length < most; page += 1) {
    const { data, last_page } = await service.list(ctx, { ...query, page: String(page), limit: '100' });
    rows.push(...data);
    if (page >= last_page) break;
  }
  return rows.slice(0, most);
}
