import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { openDirectories } from '@/server/integrations/suggest/directories';
import { findBank, findOrganisations, suggestAddresses } from './lookups';

/** Directories that forms are filled in from (reference endpoints §17, russia §3.3 and §3.4). */
export function lookupRoutes(app: FastifyInstance, deps: Deps): void {
  const directories = openDirectories(deps);
  const door = { allow: adminOwnerStaff };
  app.get(
    '/suggest/address',
    route(deps, door, (ctx, { query }) => suggestAddresses(ctx, directories, query.query)),
  );
  app.get(
    '/organizations/info',
    route(deps, door, (ctx, { query }) => findOrganisations(ctx, directories, query.inn)),
  );
  app.get(
    '/banks/info',
    route(deps, door, (ctx, { query }) => findBank(ctx, directories, query.bic)),
  );
  app.get(
    '/sbp/members',
    route(deps, door, () => directories.sbpMembers()),
  );
}
