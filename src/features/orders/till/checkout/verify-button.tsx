import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { useMaking } from './checkout-hooks';
import { type Missing, missingOf } from './checkout-math';
import type { Verify } from './use-verify-order';

const needed: readonly Missing[] = ['billing', 'shipping', 'point'];

/** Has the server look at the order: tax and delivery are known once both addresses are (reference pages §8.4). */
export function VerifyButton({ verify }: { verify: Verify }) {
  const word = usePosWord();
  const making = useMaking();
  const [wasAsked, setAsked] = useState(false);
  const gaps = missingOf(making, { hasSlots: false, gateways: [] });
  const lacking = needed.filter((one) => gaps.includes(one));
  return (
    <div>
      <Button
        variant="primary"
        className="h-11! w-full"
        disabled={making.items.length === 0}
        isLoading={verify.isPending}
        onClick={() => {
          setAsked(true);
          if (lacking.length === 0) verify.ask();
        }}
      >
        {word('checkout.verify')}
      </Button>
      {wasAsked && lacking.length > 0 ? (
        <p role="alert" className="mt-2 text-small font-medium text-bad">
          {word('checkout.first', { text: lacking.map((one) => word(`checkout.missing.${one}`)).join(', ') })}
        </p>
      ) : (
        <p className="mt-2 text-small text-ink-second">{word('checkout.verify-text')}</p>
      )}
    </div>
  );
}
