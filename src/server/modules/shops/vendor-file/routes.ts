import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/shops/actions';
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
  api.on(actions.getVendorFile, (ctx, { params }) => getVendorFile(ctx, params.key));
  api.on(actions.sendPaper, (ctx, { params, input }) => sendPaper(ctx, params.key, input), {
    before: async (ctx) => {
      await consume(ctx, { key: `vendor-papers:${ctx.user.id}`, hits: papersPerDay, minutes: 24 * 60 });
    },
  });
  api.on(actions.decidePaper, (ctx, { params, input }) => decidePaper(ctx, params.key, params.paper, input));
  api.on(actions.askRegister, (ctx, { params, input }) => askRegister(ctx, registers, params.key, input), {
    write: false,
  });
  api.on(actions.decideCheck, (ctx, { params, input }) => decideCheck(ctx, params.key, input));
  api.on(actions.acceptContract, (ctx, { params, input }) => acceptContract(ctx, params.key, input));
}
