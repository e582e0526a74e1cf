import type { FastifyInstance } from 'fastify';
import type { AnyResource } from '@/contract/core/define';
import { adminOwnerStaff } from '@/contract/core/permissions';
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
  const { allow, maxBody } = resource;
  const all = `/${resource.endpoint}`;
  const one = `${all}/:key`;
  const key = (params: Record<string, string>) => params.key ?? '';

  api.get(all, { allow: allow.list, mayLag: true }, (ctx, { query }) =>
    isBare(resource, ctx, query) ? listAll(ctx, service, query) : service.list(ctx, query),
  );
  if (resource.tabs) {
    // A list that customers read has no tabs outside the panel.
    const panel = allow.list === 'public' ? adminOwnerStaff : allow.list.filter((one) => one !== 'customer');
    api.get(`${all}/counts`, { allow: panel, mayLag: true }, (ctx, { query }) =>
      service.countTabs(ctx, query),
    );
  }
  api.get(one, { allow: allow.read }, (ctx, { params }) => service.get(ctx, key(params)));
  // Families with their own create route, such as orders, have registered it already.
  if (!app.hasRoute({ method: 'POST', url: `${app.prefix}${all}` })) {
    api.post(all, { allow: allow.create, write: true, maxBody }, (ctx, call) =>
      withIdempotencyKey(ctx, call, async () => {
        const row = await service.create(ctx, call.body);
        call.reply.code(201);
        return row;
      }),
    );
  }
  api.update(one, { allow: allow.update, write: true, maxBody }, (ctx, call) =>
    withIdempotencyKey(ctx, call, () => service.update(ctx, key(call.params), call.body)),
  );
  api.delete(one, { allow: allow.remove, write: true }, async (ctx, { params }) => {
    await service.remove(ctx, key(params));
    return true;
  });
  api.get(`${one}/uses`, { allow: allow.remove }, (ctx, { params }) => service.uses(ctx, key(params)));
  api.post(`${one}/restore`, { allow: allow.remove, write: true }, (ctx, { params }) =>
    service.restore(ctx, key(params)),
  );
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
