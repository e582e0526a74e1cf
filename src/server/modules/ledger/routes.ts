import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { adminOnly, moneyReaders } from '@/contract/core/permissions';
import { adjustmentSchema } from '@/contract/ledger/schema';
import { decideWithdrawSchema, payoutWordSchema } from '@/contract/ledger/withdraws/schema';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import type { PaperFile } from '@/server/core/documents/csv-stream';
import { type Call, router } from '@/server/core/http/route';
import { sendParts, startExport } from '@/server/core/http/send-export';
import { withIdempotencyKey } from '@/server/core/idempotency';
import { readPathId } from '@/server/core/numbers';
import { validate } from '@/server/core/validate';
import { decideWithdraw } from './decide-withdraw';
import { exportPlatformLedger, listPlatformLines, platformSummary, shopCommissions } from './platform-ledger';
import { reconcile } from './reconcile';
import { sayPayout } from './say-payout';
import { adjustShop, exportShopLedger, listShopLines, shopSummary } from './shop-ledger';
import { renderStatement } from './statement';

/** Shop and platform ledgers, statements and adjustments. */
export function ledgerRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  shopRoutes(app, deps);
  const get = (path: string, run: (ctx: UserCtx, call: Call) => Promise<unknown>) =>
    api.get(path, { allow: adminOnly, mayLag: true }, run);
  get('/ledger', (ctx, { query }) => listPlatformLines(ctx, query));
  get('/ledger/summary', (ctx, { query }) => platformSummary(ctx, query));
  get('/ledger/shops', (ctx, { query }) => shopCommissions(ctx, query));
  get('/ledger/export', async (ctx, { query, reply }) =>
    sendFile(ctx, reply, await exportPlatformLedger(ctx, query)),
  );
  get('/ledger/reconcile', (ctx) => reconcile(ctx));
}

function shopRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const get = (path: string, run: (ctx: UserCtx, key: string, call: Call) => Promise<unknown>) =>
    api.get(`/shops/:key/${path}`, { allow: moneyReaders, mayLag: true }, (ctx, call) =>
      run(ctx, call.params.key, call),
    );
  get('ledger', (ctx, key, { query }) => listShopLines(ctx, key, query));
  get('ledger/summary', (ctx, key, { query }) => shopSummary(ctx, key, query));
  get('ledger/export', async (ctx, key, { query, reply }) =>
    sendFile(ctx, reply, await exportShopLedger(ctx, key, query)),
  );
  get('statement', async (ctx, key, { query, reply }) =>
    sendFile(ctx, reply, await renderStatement(ctx, key, query)),
  );
  api.post(
    '/shops/:key/adjustments',
    { allow: adminOnly, confirm: true, write: true, body: adjustmentSchema },
    (ctx, call) =>
      withIdempotencyKey(ctx, call, async () => {
        const line = await adjustShop(ctx, call.params.key, call.input);
        call.reply.code(201);
        return line;
      }),
  );
}

/** Sends a file; streamed content is sent as it is produced. */
async function sendFile(
  ctx: UserCtx,
  reply: FastifyReply,
  { name, type, content }: PaperFile,
): Promise<Buffer | Readable> {
  if (!Buffer.isBuffer(content))
    return sendParts(reply, await startExport(ctx, reply, content), { name, type });
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return content;
}

export function withdrawRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post(
    '/approve-withdraw',
    { allow: adminOnly, confirm: true, write: true, body: decideWithdrawSchema },
    (ctx, { input }) => decideWithdraw(ctx, input),
  );
  api.post(
    '/withdraws/:key/payout',
    { allow: adminOnly, confirm: true, write: true, body: payoutWordSchema },
    (ctx, { params, input }) => sayPayout(ctx, readPathId(params.key), input),
  );
  // Some clients of this dialect send the id in the address, where no schema reads it.
  api.post(
    '/withdraws/:key/approve',
    { allow: adminOnly, confirm: true, write: true },
    async (ctx, { body, params }) =>
      decideWithdraw(
        ctx,
        await validate(decideWithdrawSchema, { status: 'approved', ...body, id: params.key }),
      ),
  );
}
