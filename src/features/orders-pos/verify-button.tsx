import { useState } from 'react';
import { Button } from '@/components/button';
import { type Missing, missingOf } from './checkout-math';
import { useMaking } from './use-making';
import { usePosWord } from './use-pos-word';
import type { Verify } from './use-verify';

const needed: readonly Missing[] = ['billing', 'shipping', 'point'];

/** Has the server look at the order: tax and delivery are known once both addresses are (reference pages §8.4). */
export function VerifyButton({ verify }: { verify: Verify }) {
  const word = usePosWord();
  const making = useMaking();
  const [wasAsked, setAsked] = useState(false);
  const gaps = missingOf(making, { hasSlots: false, gateways: [] });
  const lacks = needed.some((one) => gaps.includes(one));
  return (
    <div>
      <Button
        variant="primary"
        className="h-11! w-full"
        disabled={making.items.length === 0}
        isLoading={verify.isPending}
        onClick={() => {
          setAsked(true);
          if (!lacks) verify.ask();
        }}
      >
        {word('checkout.verify')}
      </Button>
      {wasAsked && lacks ? (
        <p role="alert" className="mt-2 text-small font-medium text-bad">
          {word('checkout.both-addresses')}
        </p>
      ) : (
        <p className="mt-2 text-small text-ink-second">{word('checkout.verify-text')}</p>
      )}
    </div>
  );
}
