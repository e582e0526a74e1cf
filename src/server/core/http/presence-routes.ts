import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/core/actions';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import type { PresenceAnswer } from '@/contract/core/presence';
import type { ResourceService } from '@/server/core/resource/service';
import type { RequestDeps } from '../deps';
import { AppError, rejectValue } from '../errors';
import { endEditing, keepEditing } from '../live/editors';
import { assertFamily } from '../rights/family-rights';
import { router } from './route';

type FindFamily = (name: string) => { resource: AnyResource; service: ResourceService } | undefined;

/** `POST presence`: an edit form reports that it is open or closed, and gets the others who edit the record. */
export function presenceRoutes(app: FastifyInstance, deps: RequestDeps, find: FindFamily): void {
  const api = router(app, deps);
  api.on(actions.reportPresence, async (ctx, { input }): Promise<PresenceAnswer> => {
    const { family, id, is_open } = input;
    const found = find(family);
    if (!found) rejectValue('family');
    assertFamily(ctx, family, 'write');
    if (!isAllowed(found.resource.allow.update, ctx.user.permissions)) throw new AppError('FORBIDDEN');
    // Closing a form needs no permission: the record, or the permission, may be gone by then.
    if (!is_open) {
      await endEditing(ctx, { family, id });
      return { editors: [], is_editable: true };
    }
    if (!(await found.service.isEditable(ctx, id))) return { editors: [], is_editable: false };
    const others = await keepEditing(ctx, { family, id });
    return { editors: others.map(({ name }) => name), is_editable: true };
  });
}
