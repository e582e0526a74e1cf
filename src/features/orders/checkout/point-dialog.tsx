import { DialogTitle } from '@headlessui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import type { DeliveryCity, DeliveryPoint } from '@/contract/settings/delivery';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { api } from '@/lib/api/client';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useCheckoutChoices } from './checkout-hooks';

const choiceClass =
  'block min-h-11 w-full rounded-control px-3 py-2 text-start -outline-offset-2! transition-colors hover:bg-sunken';

/** Chooses a city, then a pickup point. */
export function PointDialog({ onClose }: { onClose: () => void }) {
  const word = useCheckoutWord();
  const { choosePoint } = useCheckoutChoices();
  const [text, setText] = useState('');
  const [city, setCity] = useState<DeliveryCity>();
  const cities = useCities(useDebouncedValue(text.trim()));
  const choose = ({ code, carrier, name, address }: DeliveryPoint) => {
    choosePoint({ code, carrier, name, address });
    onClose();
  };
  return (
    <div className="w-130 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className="pe-8 text-card font-semibold">{word('dialogs.point.title')}</DialogTitle>
      <div className="mt-4">
        <Field
          as={Input}
          id="field-city"
          label={word('dialogs.point.city')}
          hint={word('dialogs.point.city-hint')}
          autoComplete="off"
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setCity(undefined);
          }}
        />
      </div>
      <div className="mt-3 max-h-[50vh] min-h-48 overflow-y-auto" aria-live="polite">
        {city ? (
          <Points city={city} onChoose={choose} />
        ) : (
          <ul aria-label={word('dialogs.point.cities')}>
            {cities.data?.map((one) => (
              <li key={one.code}>
                <button
                  type="button"
                  className={choiceClass}
                  onClick={() => {
                    setCity(one);
                    setText(one.name);
                  }}
                >
                  {one.name}
                  {one.region && <span className="block text-small text-ink-second">{one.region}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
        {!city && !cities.data?.length && (
          <p className="px-3 text-ink-second">
            {word(cities.isError ? 'dialogs.point.failed' : 'dialogs.point.choose-city')}
          </p>
        )}
      </div>
    </div>
  );
}

function Points({ city, onChoose }: { city: DeliveryCity; onChoose: (point: DeliveryPoint) => void }) {
  const word = useCheckoutWord();
  const found = usePoints(city.code);
  const points = found.data ?? [];
  const none = found.isError ? 'failed' : found.isPending ? 'loading' : 'none';
  return (
    <>
      <ul aria-label={word('dialogs.point.points')}>
        {points.map((point) => (
          <li key={point.code}>
            <button type="button" className={choiceClass} onClick={() => onChoose(point)}>
              <span className="block font-medium">{point.name}</span>
              <span className="block text-small text-ink-second">
                {[word(`dialogs.point.${point.type}`), point.address, point.work_time]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {points.length === 0 && <p className="px-3 text-ink-second">{word(`dialogs.point.${none}`)}</p>}
    </>
  );
}

const staleMs = 5 * 60_000;

/** Cities matching the text. */
function useCities(search: string) {
  return useQuery({
    queryKey: ['cities', search],
    queryFn: () => api.list('cities', { search }),
    enabled: search.length >= 2,
    staleTime: staleMs,
    retry: false,
  });
}

function usePoints(city: string | undefined) {
  return useQuery({
    queryKey: ['points', city],
    queryFn: () => api.list('points', { city }),
    enabled: city !== undefined,
    staleTime: staleMs,
    retry: false,
  });
}
