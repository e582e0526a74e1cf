import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { useMaking } from './checkout-hooks';
import { missingOf, shownLines } from './checkout-math';
import { useCheckoutSettings } from './use-checkout-settings';
import type { Place } from './use-place-order';

interface PlaceButtonProps {
  place: Place;
  /** The server is looking at the order. */
  isBusy: boolean;
}

/** Places the order once everything is said; until then it says what is missing (reference pages §8.5). */
export function PlaceButton({ place, isBusy }: PlaceButtonProps) {
  const word = usePosWord();
  const id = useId();
  const making = useMaking();
  const { slots, gateways } = useCheckoutSettings();
  const missing = missingOf(making, { hasSlots: slots.length > 0, gateways });
  const isPartial = shownLines(making.items, making.checkout.verified_response).some(({ isOut }) => isOut);
  return (
    <div>
      <Button
        variant="primary"
        className="h-11! w-full"
        disabled={missing.length > 0 || isBusy}
        isLoading={place.isPending}
        aria-describedby={id}
        onClick={place.place}
      >
        {word('checkout.place')}
      </Button>
      <div id={id} aria-live="polite" className="mt-2 text-small">
        {missing.length > 0 ? (
          <div className="text-bad">
            <p className="font-medium">{word('checkout.missing.title')}</p>
            <ul className="list-disc ps-5">
              {missing.map((gap) => (
                <li key={gap}>{word(`checkout.missing.${gap}`)}</li>
              ))}
            </ul>
          </div>
        ) : (
          <p className={isPartial ? 'text-warn' : 'text-good'}>
            {word(`checkout.verified${isPartial ? '-partly' : ''}`)}
          </p>
        )}
      </div>
    </div>
  );
}
