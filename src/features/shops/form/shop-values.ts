import type { FieldValues } from 'react-hook-form';
import { requisitesToSend, requisitesValues } from '@/components/domain/requisites/values';
import type { Requisites } from '@/contract/shops/requisites';
import type { Shop } from '@/contract/shops/schema';
import { figureText } from '@/crud/form/form-values';

const addressKeys = ['country', 'state', 'city', 'zip', 'street_address'] as const;

/** Form values of a shop; a new one gets the requisites of the owner's company, if any. */
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
      assembly_hours: figureText(settings?.assembly_hours, language),
      cut_off: settings?.cut_off ?? '',
      delivery_note: settings?.delivery_note ?? '',
    },
    requisites: requisitesValues(shop ? (shop.requisites ?? ofAccount(shop)) : company),
  };
}

/** Payout account that other clients and servers of the dialect store instead of requisites. */
function ofAccount(shop: Shop | undefined): Partial<Requisites> | null {
  const payment = shop?.balance?.payment_info;
  if (!payment) return null;
  const { account, name: legal_name, email: payment_email, bank: bank_name } = payment;
  return { account: String(account ?? ''), legal_name, payment_email, bank_name };
}

/**
 * Values to validate and send: no map point without both coordinates, no requisites while they are empty. An account
 * without the other requisites counts as empty, as long as it is the stored one.
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

/** Contains only what `ofAccount` found; prepared values already have null there. */
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

/** Parses a typed number; anything else is kept for the schema to reject. */
function figureOf(typed: unknown): unknown {
  const text = String(typed ?? '').trim();
  if (text === '') return null;
  const figure = Number(text.replace(',', '.'));
  return Number.isFinite(figure) ? figure : typed;
}
