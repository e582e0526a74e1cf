import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import type { DeliveryCity, DeliveryPoint } from '@/contract/settings/delivery';
import { api } from '@/lib/api/client';
import { formatDate, formatNumber } from '@/lib/format/format';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useMoney } from '@/state/use-money';
import { KeyHint } from '../till/key-hint';
import { AddressFields } from './address-fields';
import { findMisfit } from './draft';
import type { NewOrder } from './use-new-order';
import { useNewOrderWord } from './use-new-order-word';

/** Where the parcel goes, with its price and day; what does not fit stays visible with the reason. */
export function DeliveryChoice({ order }: { order: NewOrder }) {
  const word = useNewOrderWord();
  const { draft, change } = order;
  const { price, day, count } = usePriceAndDay(order);
  return (
    <section aria-label={word('delivery.title')} className="grid gap-2">
      <div className="flex items-baseline gap-3">
        <h2 className="text-card font-semibold">{word('delivery.title')}</h2>
        {day && (
          <p className="min-w-0 flex-1 text-small text-ink-second">
            {word('delivery.ready', { day, count })}
          </p>
        )}
        <span className="ms-auto">
          <KeyHint name="F3" />
        </span>
      </div>
      <div role="radiogroup" aria-label={word('delivery.title')} className="grid gap-2 sm:grid-cols-2">
        {(['courier', 'pickup'] as const).map((value) => (
          <Tile
            key={value}
            name="order-delivery"
            isChosen={draft.delivery === value}
            title={word(`delivery.${value}`)}
            text={word(`delivery.${value}-text`)}
            side={price}
            onChoose={() => change({ delivery: value })}
          />
        ))}
      </div>
      {draft.delivery === 'courier' ? (
        <AddressFields address={draft.address} onChange={(address) => change({ address })} />
      ) : (
        <Points order={order} />
      )}
    </section>
  );
}

/** One price for the whole order, whichever way it goes; unknown before there are goods. */
function usePriceAndDay({ view: { quote } }: NewOrder) {
  const word = useNewOrderWord();
  const money = useMoney();
  const days = quote?.parcels.map(({ ready_on }) => ready_on) ?? [];
  const last = days.every((one) => one !== null) ? days.toSorted().at(-1) : undefined;
  const free = quote?.shipping_charge === 0 ? word('delivery.free') : undefined;
  return {
    price: quote && (free ?? money(quote.shipping_charge)),
    count: days.length,
    // All parcels are there when the last one is.
    day: last && formatDate(last),
  };
}

interface TileProps {
  name: string;
  isChosen: boolean;
  title: string;
  text: string;
  side: ReactNode;
  /** It does not fit; `side` says why. */
  isDisabled?: boolean;
  onChoose: () => void;
}

function Tile({ name, isChosen, title, text, side, isDisabled = false, onChoose }: TileProps) {
  return (
    <label className="flex min-h-13 items-center gap-3 rounded-card border border-line px-3 py-2 transition-colors hover:border-ink-third has-checked:border-accent has-checked:bg-accent-soft has-disabled:bg-sunken has-disabled:text-ink-second has-disabled:hover:border-line has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={isDisabled}
        className="size-4 shrink-0 accent-accent outline-none"
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold break-words" dir="auto">
          {title}
        </span>
        <span className="block text-small break-words text-ink-second" dir="auto">
          {text}
        </span>
      </span>
      {side && <span className="shrink-0 text-end font-semibold whitespace-nowrap">{side}</span>}
    </label>
  );
}

/** Points of a city; those that cannot take the order are shown with the reason. */
function Points({ order }: { order: NewOrder }) {
  const word = useNewOrderWord();
  const [text, setText] = useState(order.draft.address.city);
  const [city, setCity] = useState<DeliveryCity>();
  const { cities, points } = useCityAndPoints(text, city);
  const isFailed = cities.isError || points.isError;
  return (
    <div className="grid gap-2">
      <Field
        as={Input}
        id="order-point-city"
        label={word('delivery.city')}
        hint={word(isFailed ? 'delivery.points-failed' : 'delivery.city-hint')}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setCity(undefined);
        }}
      />
      {!city && cities.data && (
        <Cities
          cities={cities.data}
          onChoose={(one) => {
            setCity(one);
            setText(one.name);
          }}
        />
      )}
      {city && points.data?.length === 0 && <p className="text-ink-second">{word('delivery.no-points')}</p>}
      {city && points.data && (
        <div role="radiogroup" aria-label={word('delivery.pickup')} className="grid gap-2 sm:grid-cols-2">
          {points.data.map((point) => (
            <Point key={point.code} point={point} order={order} />
          ))}
        </div>
      )}
    </div>
  );
}

interface CitiesProps {
  cities: readonly DeliveryCity[];
  onChoose: (city: DeliveryCity) => void;
}

function Cities({ cities, onChoose }: CitiesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {cities.slice(0, 6).map((one) => (
        <Button key={one.code} onClick={() => onChoose(one)}>
          {one.name}
        </Button>
      ))}
    </div>
  );
}

function useCityAndPoints(text: string, city: DeliveryCity | undefined) {
  const search = useDebouncedValue(text.trim());
  const cities = useQuery({
    queryKey: ['cities', search],
    queryFn: () => api.list('cities', { search }),
    enabled: search.length >= 2 && !city,
    retry: false,
  });
  const points = useQuery({
    queryKey: ['points', city?.code],
    queryFn: () => api.list('points', { city: city?.code }),
    enabled: city !== undefined,
    retry: false,
  });
  return { cities, points };
}

function Point({ point, order }: { point: DeliveryPoint; order: NewOrder }) {
  const { i18n } = useTranslation();
  const word = useNewOrderWord();
  const { draft, view, change } = order;
  const misfit = findMisfit(point, view.quote?.weight ?? 0, draft.way);
  const reason =
    misfit && word(`delivery.${misfit}`, { text: formatNumber(point.max_weight ?? 0, i18n.language) });
  const facts = [point.address, point.work_time].filter(Boolean).join(' · ');
  return (
    <Tile
      name="order-point"
      isChosen={draft.point?.code === point.code}
      isDisabled={misfit !== undefined}
      title={point.name}
      text={reason ? `${reason} · ${facts}` : facts}
      side={misfit && word('delivery.misfit')}
      onChoose={() => change({ point })}
    />
  );
}
