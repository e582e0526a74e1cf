import { type Requisites, requisitesSchema } from '@/contract/shops/requisites';
import { changesBetween } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { loadName } from '@/server/core/db/rows';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { payeeFacts } from '@/server/modules/settings/approvals/payee-facts';
import { defineGuarded, holdsInTeam } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { shopPolicy } from './policy';

interface Change extends JsonRecord {
  id: number;
  before: unknown;
  requisites: Requisites;
}

type Update = (ctx: Ctx, body: JsonRecord) => Promise<unknown>;

/**
 * Where the payouts of an open shop go: a change waits for a second person, and that of a vendor for one of the team
 * (rules/settings: who prepares does not confirm).
 */
export const requisitesGuard = (update: (ctx: Ctx, key: string, body: JsonRecord) => Promise<unknown>) =>
  defineGuarded<Change>({
    kind: 'requisites',
    family: 'shops',
    right: 'shops:decide',
    // After a transfer the former owner sends no payouts to the own account any more.
    mayPrepare: async (ctx, { id }) => holdsInTeam(ctx, 'shops:write') || (await isOwner(ctx, id)),
    async describe(ctx, { id, before, requisites: after }) {
      const name = await loadName(ctx, 'shops', id);
      const changes = changesBetween((before ?? {}) as JsonRecord, { ...after });
      const kept = payeeFacts(after).filter(({ key }) => !(key.replace('requisites_', '') in changes));
      return {
        title: name,
        facts: [
          { key: 'shop', kind: 'text', after: name },
          ...Object.entries(changes).map(([key, [was, is]]) => ({
            key: `requisites_${key}`,
            kind: 'text' as const,
            before: was === null ? null : String(was),
            after: is === null ? null : String(is),
          })),
          ...kept,
        ],
      };
    },
    async run(ctx, { id, requisites: sent }) {
      await update(ctx, String(id), { requisites: sent });
      return { id };
    },
  });

async function isOwner({ db, user }: UserCtx, id: number): Promise<boolean> {
  const own = db.selectFrom('shops').select('id').where('id', '=', id).where('owner_id', '=', user.id);
  return (await own.executeTakeFirst()) !== undefined;
}

/**
 * The rest of the edit is saved at once. Invalid requisites, and those of a shop that has never been open, are left to the
 * edit itself: closing one first must not spare the second person.
 */
export async function requireForRequisites(
  ctx: Ctx,
  guard: ReturnType<typeof requisitesGuard>,
  { key, body, save }: { key: string; body: JsonRecord; save: Update },
): Promise<void> {
  if (!body.requisites) return;
  const own = shopPolicy(ctx, 'write');
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['id', 'is_active', 'approved_at', 'requisites'])
    .where(isId(key) ? 'id' : 'slug', '=', isId(key) ? Number(key) : key)
    .where('deleted_at', 'is', null)
    .where((eb) => own?.(eb) ?? eb.val(true))
    .forUpdate()
    .executeTakeFirst();
  if (!shop || (!shop.is_active && !shop.approved_at) || !(await requisitesSchema.isValid(body.requisites)))
    return;
  const sent = requisitesSchema.cast(body.requisites, { stripUnknown: true }) as Requisites;
  if (!('requisites' in changesBetween({ requisites: shop.requisites }, { requisites: sent }))) return;
  const { requisites: _waiting, ...rest } = body;
  await requireSecondPerson(ctx, guard, {
    id: shop.id,
    content: { id: shop.id, before: shop.requisites, requisites: sent },
    meanwhile: (inside: UserCtx) => save(inside, rest),
  });
}
