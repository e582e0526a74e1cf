import { ExternalLink } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { AddressFind } from '@/components/domain/address-search';
import { Card } from '@/components/ui/card';
import type { AddressSuggestion } from '@/contract/settings/lookups';
import { figureText } from '@/crud/form/form-values';
import { env } from '@/lib/env';
import { mapUrl, pointOf } from './map-url';
import { ShopField } from './shop-field';

const MapFrame = dynamic(() => import('./map-frame').then((module) => module.MapFrame));

/** Address of the shop: searched or typed, with a link to the map. */
export function AddressCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t, i18n } = useTranslation('form');
  const [lat, lng] = useWatch({
    control: form.control,
    name: ['settings.location.lat', 'settings.location.lng'],
  });
  const map = mapUrl(lat, lng);

  function fill(found: AddressSuggestion) {
    const values: Record<string, string | null> = {
      'address.country': found.country,
      'address.state': found.state,
      'address.city': found.city,
      'address.zip': found.zip,
      'address.street_address': found.street_address,
      'settings.location.lat': figureText(found.lat, i18n.language),
      'settings.location.lng': figureText(found.lng, i18n.language),
      'settings.location.formattedAddress': found.value,
    };
    for (const [name, value] of Object.entries(values)) {
      form.setValue(name, value ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
  }

  function put(point: { lat: number; lng: number }) {
    for (const key of ['lat', 'lng'] as const) {
      const text = figureText(point[key], i18n.language);
      form.setValue(`settings.location.${key}`, text, { shouldDirty: true, shouldValidate: true });
    }
  }

  const [north, east] = pointOf(lat, lng) ?? [];
  const at = { form, kind: 'text' } as const;
  return (
    <Card title={t('form:shops.address')} isForm>
      <AddressFind onFound={fill} />
      <div className="grid gap-5 @md:grid-cols-2">
        <ShopField {...at} name="address.country" />
        <ShopField {...at} name="address.state" />
        <ShopField {...at} name="address.city" />
        <ShopField {...at} name="address.zip" />
      </div>
      <ShopField {...at} name="address.street_address" />
      {env.hasMaps && <MapFrame lat={north} lng={east} onPick={put} />}
      <div className="grid items-end gap-5 @md:grid-cols-[1fr_1fr_auto]">
        <ShopField {...at} name="settings.location.lat" />
        <ShopField {...at} name="settings.location.lng" />
        <span className="flex min-h-9 items-center">{map && <MapLink url={map} />}</span>
      </div>
    </Card>
  );
}

function MapLink({ url }: { url: string }) {
  const { t } = useTranslation('form');
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 rounded-badge text-accent-ink underline"
    >
      <ExternalLink aria-hidden="true" className="size-4" />
      {t('form:shops.on-map')}
    </a>
  );
}
