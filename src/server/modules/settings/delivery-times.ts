import { toSlug } from '@/contract/core/slug';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { getSettings } from './settings';

interface DeliveryTime {
  /** Its place in the settings, from 1. */
  id: number;
  title: string;
  slug: string;
  icon: null;
  description: string | null;
  language: string;
}

/** `GET delivery-times`: the delivery slots of the settings, as records of the dialect. */
export async function listDeliveryTimes(ctx: Ctx): Promise<DeliveryTime[]> {
  const { options } = await getSettings(ctx, 0);
  return options.deliveryTime.map(({ title, description }, index) => ({
    id: index + 1,
    title,
    slug: toSlug(title),
    icon: null,
    description: description ?? null,
    language: ctx.locale,
  }));
}

/** `GET delivery-times/{id or slug}`. Throws NOT_FOUND. */
export async function getDeliveryTime(ctx: Ctx, key: string): Promise<DeliveryTime> {
  const found = (await listDeliveryTimes(ctx)).find(({ id, slug }) => String(id) === key || slug === key);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}
