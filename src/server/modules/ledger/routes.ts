import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as actions from '@/contract/ledger/actions';
import { decideWithdrawSchema } from '@/contract/ledger/withdraws/schema';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import type { PaperFile } from '@/server/core/documents/csv-stream';
import { router } from '@/server/core/http/route';
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
  const mayLag = { mayLag: true };
  api.on(actions.listPlatformLines, (ctx, { query }) => listPlatformLines(ctx, query), mayLag);
  api.on(actions.readPlatformSummary, (ctx, { query }) => platformSummary(ctx, query), mayLag);
  api.on(actions.listShopCommissions, (ctx, { query }) => shopCommissions(ctx, query), mayLag);
  api.on(
    actions.exportPlatformLedger,
    async (ctx, { query, reply }) => sendFile(ctx, reply, await exportPlatformLedger(ctx, query)),
    mayLag,
  );
  api.on(actions.checkBooks, (ctx) => reconcile(ctx), mayLag);
}

function shopRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const mayLag = { mayLag: true };
  api.on(actions.listShopLines, (ctx, { params, query }) => listShopLines(ctx, params.key, query), mayLag);
  api.on(actions.readShopSummary, (ctx, { params, query }) => shopSummary(ctx, params.key, query), mayLag);
  api.on(
    actions.exportShopLedger,
    async (ctx, { params, query, reply }) =>
      sendFile(ctx, reply, await exportShopLedger(ctx, params.key, query)),
    mayLag,
  );
  api.on(
    actions.downloadStatement,
    async (ctx, { params, query, reply }) =>
      sendFile(ctx, reply, await renderStatement(ctx, params.key, query)),
    mayLag,
  );
  api.on(actions.adjustShop, (ctx, call) =>
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
  api.on(actions.decideWithdraw, (ctx, { input }) => decideWithdraw(ctx, input));
  api.on(actions.sayPayout, (ctx, { params, input }) => sayPayout(ctx, readPathId(params.key), input));
  // Some clients of this dialect send the id in the address, where no schema reads it.
  api.on(actions.confirmWithdraw, async (ctx, { body, params }) =>
    decideWithdraw(
      ctx,
      await validate(decideWithdrawSchema, { status: 'approved', ...body, id: params.key }),
    ),
  );
}
