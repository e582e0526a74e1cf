import { defaultLanguage, isKnownLanguage, knownLanguages } from '@/contract/core/languages';
import { toSlug } from '@/contract/core/slug';
import type { SettingsOptions } from '@/contract/settings';
import { type Ctx, isOtherClient } from '@/server/core/context';
import { languageOf } from '@/server/core/dialect/row-languages';
import { AppError } from '@/server/core/errors';
import { loadWords } from '@/server/core/words';
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

type Slots = SettingsOptions['deliveryTime'];

/**
 * The delivery slots of the settings. Other clients get one where there is none: they choose the first unasked, and place
 * no order without one.
 */
export async function deliverySlots(
  ctx: Ctx,
  { deliveryTime }: Pick<SettingsOptions, 'deliveryTime'>,
): Promise<Slots> {
  if (deliveryTime.length > 0 || !isOtherClient(ctx)) return deliveryTime;
  return [await usualSlot(languageOf(ctx))];
}

/** True for the slot that another client was told instead of none. */
export async function isUsualSlot(sent: unknown): Promise<boolean> {
  if (!Array.isArray(sent) || sent.length !== 1) return false;
  const usual = await Promise.all(knownLanguages.map(usualSlot));
  return usual.some(({ title }) => title === (sent[0] as { title?: unknown } | null)?.title);
}

async function usualSlot(language: string): Promise<Slots[number]> {
  const word = await loadWords(isKnownLanguage(language) ? language : defaultLanguage, 'settings');
  return {
    title: word('settings.usual-delivery.title'),
    description: word('settings.usual-delivery.description'),
  };
}

/** `GET delivery-times`: the delivery slots of the settings, as records of the dialect. */
export async function listDeliveryTimes(ctx: Ctx): Promise<DeliveryTime[]> {
  const { options } = await getSettings(ctx, 0);
  return (await deliverySlots(ctx, options)).map(({ title, description }, index) => ({
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
