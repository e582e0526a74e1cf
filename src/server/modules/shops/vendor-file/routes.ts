import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner, ownerOnly } from '@/contract/core/permissions';
import {
  acceptContractSchema,
  askRegisterSchema,
  decideCheckSchema,
  decidePaperSchema,
  sendPaperSchema,
} from '@/contract/shops/vendor-file/schema';
import type { LookupDeps, RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { consume } from '@/server/core/rate-limits';
import { openNpdStatus } from '@/server/integrations/npd/npd-status';
import { openDirectories } from '@/server/integrations/suggest/open-directories';
import { askRegister, decideCheck } from './check-requisites';
import { decidePaper } from './decide-paper';
import { getVendorFile } from './read-file';
import { acceptContract, papersPerDay, sendPaper } from './send-paper';

/** What a vendor shows before a shop opens: papers, registers, the contract. */
export function vendorFileRoutes(app: FastifyInstance, deps: RequestDeps & LookupDeps): void {
  const api = router(app, deps);
  const registers = { organisations: openDirectories(deps).organisations, npd: openNpdStatus(deps) };
  api.get('/shops/:key/file', { allow: adminOwner }, (ctx, { params }) => getVendorFile(ctx, params.key));
  api.post(
    '/shops/:key/papers',
    {
      allow: ownerOnly,
      write: true,
      body: sendPaperSchema,
      before: async (ctx) => {
        await consume(ctx, { key: `vendor-papers:${ctx.user.id}`, hits: papersPerDay, minutes: 24 * 60 });
      },
    },
    (ctx, { params, input }) => sendPaper(ctx, params.key, input),
  );
  api.post(
    '/shops/:key/papers/:paper/decide',
    { allow: adminOnly, write: true, body: decidePaperSchema },
    (ctx, { params, input }) => decidePaper(ctx, params.key, params.paper, input),
  );
  api.post('/shops/:key/checks', { allow: adminOnly, body: askRegisterSchema }, (ctx, { params, input }) =>
    askRegister(ctx, registers, params.key, input),
  );
  api.post(
    '/shops/:key/checks/decide',
    { allow: adminOnly, write: true, body: decideCheckSchema },
    (ctx, { params, input }) => decideCheck(ctx, params.key, input),
  );
  api.post(
    '/shops/:key/contract',
    { allow: ownerOnly, write: true, body: acceptContractSchema },
    (ctx, { params, input }) => acceptContract(ctx, params.key, input),
  );
}
