import { shippings } from '@/contract/settings/shippings';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { resourceService } from '@/server/core/resource/service';
import { settingsOptions } from '@/server/core/settings';
import { clearFreeAmount } from './delivery-classes';
import { saveSettings } from './settings';

/** Ways of delivery. Which of them every order has is a setting, asked and answered with the way itself. */
export const shippingsService = resourceService(shippings, {
  table: 'shippings',
  virtualFields: ['is_for_all'],
  onUpdate: clearFreeAmount,
  afterSave: saveForAll,
  usedBy: [{ table: 'classes_in_settings', column: 'shipping_id', family: 'settings', isLink: true }],
  present,
});

/** With the rights, the fresh proof and the history of a save of the settings. */
async function saveForAll(
  ctx: Ctx,
  id: number,
  { is_for_all: isForAll }: JsonRecord,
  sent: readonly string[],
): Promise<void> {
  if (!sent.includes('is_for_all') || typeof isForAll !== 'boolean') return;
  const { shippingClass } = await settingsOptions(ctx);
  if (isForAll === (shippingClass === id)) return;
  if (!ctx.user) throw new AppError('FORBIDDEN');
  const inside: UserCtx = { ...ctx, user: ctx.user };
  await saveSettings(inside, { options: { shippingClass: isForAll ? id : null } }, 0);
}

async function present(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const { shippingClass } = await settingsOptions(ctx);
  return rows.map((row) => ({ ...row, is_for_all: row.id === shippingClass }));
}
