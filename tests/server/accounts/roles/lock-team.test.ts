import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '@/server/core/transaction';
import { lockTeam } from '@/server/modules/accounts/roles/lock-team';
import { ctxOf } from '../../../support/checkout';
import { setUpScene } from '../../../support/scene';

const { api, scene } = setUpScene();

it('refuses a caller whose role is not stored: no row is not a role that opens nothing', async () => {
  const { id } = scene.super_admin;
  const locked = inTransaction(ctxOf(api), async (ctx) => {
    await sql`alter table users drop constraint users_role_id_fkey`.execute(ctx.db);
    await ctx.db.updateTable('users').set({ role_id: -1 }).where('id', '=', id).execute();
    const user = { id, role: { id: -1 } } as NonNullable<typeof ctx.user>;
    return lockTeam({ ...ctx, user });
  });

  // The refusal rolls the constraint back, too.
  await expect(locked).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
