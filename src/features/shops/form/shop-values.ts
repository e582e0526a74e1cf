import type { FieldValues } from 'react-hook-form';
import { requisitesToSend, requisitesValues } from '@/components/domain/requisites/values';
import type { Requisites } from '@/contract/shops/requisites';
import type { Shop } from '@/contract/shops/schema';
import { figureText } from '@/crud/form/form-values';

const addressKeys = ['country', 'state', 'city', 'zip', 'street_address'] as const;

/** A shop as its form holds it; of a new one the requisites are those of its owner's company, where there are any. */
export function shopValues(
  shop: Shop | undefined,
  company: Partial<Requisites> | null | undefined,
  language: string,
): FieldValues {
  const { settings, address } = shop ?? {};
  return {
    name: shop?.name ?? '',
    slug: shop?.slug ?? '',
    description: shop?.description ?? '',
    logo: shop?.logo ?? null,
    cover_image: shop?.cover_image ?? null,
    categories: (shop?.categories ?? []).map(({ id, name }) => ({ id, label: name })),
    address: Object.fromEntries(addressKeys.map((key) => [key, address?.[key] ?? ''])),
    settings: {
      contact: settings?.contact ?? '',
      website: settings?.website ?? '',
      location: {
        lat: figureText(settings?.location?.lat, language),
        lng: figureText(settings?.location?.lng, language),
        formattedAddress: settings?.location?.formattedAddress ?? '',
      },
      socials: (settings?.socials ?? []).map(({ icon, url }) => ({ icon, url })),
      notifications: {
        email: settings?.notifications?.email ?? '',
        enable: settings?.notifications?.enable ?? false,
      },
      schedule: settings?.schedule ?? [],
      handling_days: figureText(settings?.handling_days, language),
      delivery_note: settings?.delivery_note ?? '',
    },
    requisites: requisitesValues(shop ? (shop.requisites ?? ofAccount(shop)) : company),
  };
}

/** What other clients and servers of the dialect keep instead of requisites: the account that payouts go to. */
function ofAccount(shop: Shop | undefined): Partial<Requisites> | null {
  const payment = shop?.balance?.payment_info;
  if (!payment) return null;
  const { account, name: legal_name, email: payment_email, bank: bank_name } = payment;
  return { account: String(account ?? ''), legal_name, payment_email, bank_name };
}

/**
 * What is checked and sent: no point of the map without both figures, no requisites while none are written. An account
 * without the rest of the requisites is none either, as long as it is the stored one.
 */
export function shopToSend(values: FieldValues, shop: Shop | undefined): FieldValues {
  const { settings, requisites, owner_id: owner, ...rest } = values;
  return {
    ...rest,
    ...(owner && { owner_id: typeof owner === 'object' ? owner.id : owner }),
    settings: { ...settings, location: locationOf(settings?.location) },
    requisites: !shop?.requisites && isStoredAccount(requisites, shop) ? null : requisitesToSend(requisites),
  };
}

/** Nothing but what `ofAccount` found; values that were prepared once already have null there. */
function isStoredAccount(requisites: FieldValues | null, shop: Shop | undefined): boolean {
  return Object.entries(requisitesValues(ofAccount(shop))).every(
    ([key, value]) => requisites?.[key] === value,
  );
}

function locationOf(location: FieldValues | null | undefined): FieldValues | null {
  const [lat, lng] = [figureOf(location?.lat), figureOf(location?.lng)];
  if (lat === null && lng === null) return null;
  return { lat, lng, formattedAddress: location?.formattedAddress || null };
}

/** A typed number; what is none stays as it is, for the schema to refuse. */
function figureOf(typed: unknown): unknown {
  const text = String(typed ?? '').trim();
  if (text === '') return null;
  const figure = Number(text.replace(',', '.'));
  return Number.isFinite(figure) ? figure : typed;
}
