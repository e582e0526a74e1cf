import { useMutation } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import type { Geocode } from '@/contract/settings/delivery';
import { api } from '@/lib/api/client';

export function useGeocode() {
  return useMutation({
    // Shown next to the button: without the geocoder the address is typed.
    meta: { silent: true },
    mutationFn: (query: { address: string } | { lat: number; lng: number }) => api.list('geocode', query),
  });
}

interface PointSearchProps {
  form: UseFormReturn<FieldValues>;
  search: ReturnType<typeof useGeocode>;
  /** Uses a found place: the point for an address, or the address for a point. */
  onPoint: (place: Geocode) => void;
  onAddress: (place: Geocode) => void;
}

const parts = ['state', 'city', 'street_address'];

/** Sets the point of the typed address, and offers the address of a point that was set on the map. */
export function PointSearch({ form, search, onPoint, onAddress }: PointSearchProps) {
  const { t } = useTranslation('shops');
  const written: unknown[] = form.watch(parts.map((part) => `address.${part}`));
  const address = written.filter(Boolean).join(', ');
  const isByAddress = search.variables !== undefined && 'address' in search.variables;
  const take = isByAddress ? onPoint : onAddress;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        icon={<MapPin className="size-4" />}
        disabled={address.length < 3}
        isLoading={search.isPending && isByAddress}
        onClick={() =>
          search.mutate(
            { address },
            // A single exact match is used immediately; among several the person chooses.
            { onSuccess: (found) => found[0] && found.length === 1 && onPoint(found[0]) },
          )
        }
      >
        {t('shops:shops.find-point')}
      </Button>
      <div role="status" className="min-w-0 text-small text-ink-second">
        {search.isError && t('shops:shops.address-off')}
        {search.data?.length === 0 && t('shops:shops.no-place')}
        {search.data?.length === 1 && isByAddress && search.data[0]?.formatted_address}
      </div>
      {search.data && (search.data.length > 1 || !isByAddress) && (
        <ul aria-label={t('shops:shops.places')} className="basis-full space-y-1">
          {search.data.slice(0, 5).map((place) => (
            <li key={`${place.lat} ${place.lng} ${place.formatted_address}`}>
              <button
                type="button"
                className="rounded-badge text-start text-accent-ink underline"
                onClick={() => {
                  take(place);
                  search.reset();
                }}
              >
                {isByAddress
                  ? place.formatted_address
                  : t('shops:shops.take-address', { address: place.formatted_address })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Parts that the place contains; the others keep their values. */
export function addressParts({ components }: Geocode): Record<string, string> {
  const named = (kind: string) => components.findLast((part) => part.kind === kind)?.name ?? '';
  const known = {
    country: named('country'),
    state: named('province'),
    city: named('locality'),
    street_address: [named('street'), named('house')].filter(Boolean).join(', '),
  };
  return Object.fromEntries(Object.entries(known).filter(([, text]) => text !== ''));
}
