import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/permissions';
import { openDirectories } from '../../outside/directories';
import { findBank, findOrganisations, suggestAddresses } from '../../services/lookups';
import { type Deps, handle } from '../handle';

/** Directories that forms are filled in from (reference endpoints §17, russia §3.3 and §3.4). */
export function lookupRoutes(app: FastifyInstance, deps: Deps): void {
  const directories = openDirectories(deps);
  const door = { allow: adminOwnerStaff };
  app.get(
    '/suggest/address',
    handle(deps, door, (ctx, { query }) => suggestAddresses(ctx, directories, query.query)),
  );
  app.get(
    '/organizations/info',
    handle(deps, door, (ctx, { query }) => findOrganisations(ctx, directories, query.inn)),
  );
  app.get(
    '/banks/info',
    handle(deps, door, (ctx, { query }) => findBank(ctx, directories, query.bic)),
  );
  app.get(
    '/sbp/members',
    handle(deps, door, () => directories.sbpMembers()),
  );
}
