import { createHash } from 'node:crypto';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { Deferred } from '@/server/core/http/deferred';
import { canonicalJson, type JsonRecord } from '@/server/core/json-record';
import type { CountedWith } from './moved-alone';
import type { Definition } from './registry';
import { keepAlone, needsSecond } from './rules';
import { storeRequest } from './store-request';

interface ActionRequest<Content> {
  /** Record that it is about. */
  id: number;
  /** Its version, when a later edit must not be confirmed unseen. */
  version?: number;
  /** All that the action is done with. */
  content: Content;
  /** In roubles, for the kinds that have a sum from which two persons are needed. */
  sum?: number;
  /** Whose pieces of the last 24 hours count with it. */
  countedWith?: CountedWith;
  /** What of the request needs no second person, done with it. */
  meanwhile?: (ctx: UserCtx) => Promise<unknown>;
}

/**
 * Ends the action unless one person is enough or a second person confirms exactly this: its transaction rolls back, and a
 * request is stored instead (rules/settings: who prepares does not confirm). Throws CONFLICT when what is confirmed differs
 * from what would happen.
 */
export async function requireSecondPerson<Content extends JsonRecord>(
  ctx: Ctx,
  guarded: Definition<Content>,
  asked: ActionRequest<Content>,
): Promise<void> {
  const hash = hashAction(guarded, asked);
  if (ctx.approved === hash) return;
  if (ctx.approved !== undefined) throw new AppError('CONFLICT');
  const { sum, countedWith } = asked;
  if (!(await needsSecond(ctx, { ...guarded, sum, countedWith })))
    return keepAlone(ctx, { kind: guarded.kind, sum, countedWith });
  const { title, facts: read } = await guarded.describe(ctx, asked.content);
  const facts = read.filter(({ isPersonal }) => !isPersonal);
  throw new Deferred(async (inside, call) => {
    await asked.meanwhile?.(inside);
    return storeRequest(inside, call, { ...guarded, ...asked, title, facts, hash });
  });
}

/** Of the kind, the record with its version, and the content, whatever the order of its keys. */
export function hashAction<Content extends JsonRecord>(
  { kind, family }: Definition<Content>,
  { id, version, content }: Pick<ActionRequest<Content>, 'id' | 'version' | 'content'>,
): string {
  return createHash('sha256')
    .update(canonicalJson([kind, family, id, version ?? null, content]))
    .digest('hex');
}
