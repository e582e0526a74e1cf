import type { Area } from '@/contract/core/areas';
import type { Ctx } from '@/server/core/context';
import type { Email } from './email-text';
import { adminIds } from './notify';
import { sendAll } from './outbox';

/** E-mails the administrators who may read the area. Returns their ids. */
export async function mailAdmins(ctx: Ctx, area: Area, emailTo: (name: string) => Email): Promise<number[]> {
  const ids = await adminIds(ctx, area);
  if (ids.length === 0) return ids;
  const people = await ctx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  await sendAll(
    ctx,
    people.map(({ name, email }) => ({ channel: 'mail' as const, to: email, ...emailTo(name) })),
  );
  return ids;
}
