import { type SubmitEvent, useId, useState } from 'react';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { useCheckoutWord } from './use-checkout-word';

interface CouponEntryProps {
  /** From the start. */
  isOpen?: boolean;
  /** An empty code closes the field; elsewhere it does nothing. */
  closesOnEmpty?: boolean;
  isLoading?: boolean;
  /** Why the code was refused. */
  refusal?: string | undefined;
  onApply: (code: string) => void;
}

/** «Есть промокод», and the field that it opens. */
export function CouponEntry({
  isOpen = false,
  closesOnEmpty,
  isLoading,
  refusal,
  onApply,
}: CouponEntryProps) {
  const word = useCheckoutWord();
  const id = useId();
  const [code, setCode] = useState(isOpen ? '' : undefined);
  if (code === undefined) {
    return (
      <button
        type="button"
        className="min-h-10 justify-self-start rounded-badge font-medium text-accent-ink hover:underline"
        onClick={() => setCode('')}
      >
        {word('checkout.coupon.have')}
      </button>
    );
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim() !== '') onApply(code.trim());
    else if (closesOnEmpty) setCode(undefined);
  };
  return (
    <form noValidate onSubmit={handleSubmit}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {word('checkout.coupon.label')}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          dir="ltr"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          aria-invalid={Boolean(refusal)}
          aria-describedby={refusal ? `${id}-error` : undefined}
          className="min-w-0 uppercase"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" className="h-9! pointer-coarse:h-10!" isLoading={isLoading}>
          {word('checkout.coupon.apply')}
        </Button>
      </div>
      {refusal && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small font-medium text-bad">
          {refusal}
        </p>
      )}
    </form>
  );
}
