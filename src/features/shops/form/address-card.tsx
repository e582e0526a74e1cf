import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { AddressFind } from '@/components/domain/address-search';
import { Card } from '@/components/ui/card';
import type { Geocode } from '@/contract/settings/delivery';
import type { AddressSuggestion } from '@/contract/settings/lookups';
import { figureText } from '@/crud/form/form-values';
import { env } from '@/lib/env';
import { lazyPart } from '@/lib/lazy-part';
import { mapUrl, parsePoint } from './map-url';
import { addressParts, PointSearch, useGeocode } from './point-search';
import { ShopField } from './shop-field';

const MapFrame = lazyPart(() => import('./map-frame'), 'MapFrame');

type ShopForm = UseFormReturn<FieldValues>;

/** Address of the shop, by search or typed; the point can be viewed on the map. */
export function AddressCard({ form }: { form: ShopForm }) {
  const { t } = useTranslation('shops');
  const [lat, lng] = useWatch({
    control: form.control,
    name: ['settings.location.lat', 'settings.location.lng'],
  });
  const map = mapUrl(lat, lng);

  const { fill, put, putAt, takeAddress } = usePlace(form);
  const search = useGeocode();
  const [north, east] = parsePoint(lat, lng) ?? [];
  const at = { form, kind: 'text' } as const;
  return (
    <Card title={t('shops:shops.address')} isForm>
      <AddressFind onFound={fill} />
      <div className="grid gap-5 @md:grid-cols-2">
        <ShopField {...at} name="address.country" />
        <ShopField {...at} name="address.state" />
        <ShopField {...at} name="address.city" />
        <ShopField {...at} name="address.zip" />
      </div>
      <ShopField {...at} name="address.street_address" />
      <PointSearch form={form} search={search} onPoint={putAt} onAddress={takeAddress} />
      {env.hasMaps && (
        <MapFrame
          lat={north}
          lng={east}
          onPick={(point) => {
            put(point);
            search.mutate(point);
          }}
        />
      )}
      <div className="grid gap-5 @md:grid-cols-2">
        <ShopField {...at} name="settings.location.lat" />
        <ShopField {...at} name="settings.location.lng" />
      </div>
      {map && <MapLink url={map} />}
    </Card>
  );
}

/** Fills the address and the point from a search result. */
export function usePlace(form: ShopForm) {
  const { i18n } = useTranslation();

  function write(values: Record<string, string | null>) {
    for (const [name, value] of Object.entries(values)) {
      form.setValue(name, value ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
  }

  const fill = (found: AddressSuggestion) =>
    write({
      'address.country': found.country,
      'address.state': found.state,
      'address.city': found.city,
      'address.zip': found.zip,
      'address.street_address': found.street_address,
      'settings.location.lat': figureText(found.lat, i18n.language),
      'settings.location.lng': figureText(found.lng, i18n.language),
      'settings.location.formattedAddress': found.value,
    });

  function put(point: { lat: number; lng: number }) {
    for (const key of ['lat', 'lng'] as const) {
      const text = figureText(point[key], i18n.language);
      form.setValue(`settings.location.${key}`, text, { shouldDirty: true, shouldValidate: true });
    }
  }

  function putAt(place: Geocode) {
    put(place);
    write({ 'settings.location.formattedAddress': place.formatted_address });
  }

  function takeAddress(place: Geocode) {
    const known = Object.entries(addressParts(place)).map(([key, text]) => [`address.${key}`, text]);
    write({ ...Object.fromEntries(known), 'settings.location.formattedAddress': place.formatted_address });
  }

  return { fill, put, putAt, takeAddress };
}

function MapLink({ url }: { url: string }) {
  const { t } = useTranslation('shops');
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex pointer-coarse:min-h-10 items-center gap-1.5 justify-self-start rounded-badge text-accent-ink underline"
    >
      <ExternalLink className="size-4" />
      {t('shops:shops.on-map')}
    </a>
  );
}
