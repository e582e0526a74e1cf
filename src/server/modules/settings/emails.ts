import { sql } from 'kysely';
import type { SettingsOptions } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { type Email, greeting, momentText, paragraphs } from '@/server/modules/messaging/email-text';
import { sendAll } from '@/server/modules/messaging/outbox';

/** To shop owners: maintenance is scheduled. `start` and `until` are formatted. */
const maintenanceScheduled = (data: {
  name: string;
  title: string;
  description: string;
  start: string;
  until: string;
}): Email => ({
  template: 'maintenance',
  subject: `Технические работы: ${data.start}`,
  body: paragraphs(
    greeting(data.name),
    `Площадка будет на обслуживании с ${data.start} до ${data.until}.`,
    [data.title, data.description].filter(Boolean).join('\n'),
    'Заказы и данные магазина останутся на месте.',
  ),
});

/**
 * Emails every shop owner except administrators about upcoming maintenance, once for each change of its dates, however
 * often the settings are saved. The caller holds the lock of the settings row and has written it.
 */
export async function notifyMaintenance(
  ctx: Ctx,
  { isUnderMaintenance, maintenance, timeZone }: SettingsOptions,
): Promise<void> {
  const { start, until, title, description } = maintenance;
  if (!isUnderMaintenance || !start || !until || Date.parse(start) <= ctx.now.getTime()) return;
  const dates = `${start} ${until}`;
  const row = await ctx.db
    .selectFrom('settings')
    .select(['id', 'told_maintenance'])
    .executeTakeFirstOrThrow();
  if (row.told_maintenance === dates) return;
  await ctx.db.updateTable('settings').set({ told_maintenance: dates }).where('id', '=', row.id).execute();
  const owners = await ctx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not permissions @> array['super_admin']`)
    .where(sql<boolean>`exists (select 1 from shops s where s.owner_id = users.id and s.deleted_at is null)`)
    .orderBy('id')
    .execute();
  const words = { title: title ?? '', description: description ?? '' };
  const moments = { start: momentText(start, timeZone), until: momentText(until, timeZone) };
  await sendAll(
    ctx,
    owners.map(({ name, email }) => ({
      channel: 'mail' as const,
      to: email,
      ...maintenanceScheduled({ name, ...words, ...moments }),
    })),
  );
}
