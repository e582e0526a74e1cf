import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useId, useState } from 'react';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import type { CheckoutLine, Totals } from './checkout-math';
import type { VerifyOrder } from './use-verify-order';

interface CouponBoxProps {
  lines: readonly CheckoutLine[];
  totals: Totals;
  verify: VerifyOrder;
}

/** Coupon of the order: enter a code, see why it was refused, or remove it. */
export function CouponBox({ lines, totals, verify }: CouponBoxProps) {
  const word = useCheckoutWord();
  const { coupon, verified_response: verified } = useCheckout();
  const { setCoupon } = useCheckoutActions();
  const [isOpen, setOpen] = useState(false);
  const verifyAgain = () => verified && verify.verify();
  if (coupon) {
    return (
      <div className="flex items-center justify-between gap-2 rounded-card border border-dashed border-accent bg-accent-soft ps-3">
        <p className="min-w-0 font-medium break-all text-accent-ink">
          {word('checkout.coupon.applied', { code: coupon.code })}
          {coupon.type === 'free_shipping' && ` · ${word('checkout.coupon.free')}`}
        </p>
        <IconButton
          icon="x"
          label={word('checkout.coupon.remove', { code: coupon.code })}
          className="size-11!"
          onClick={() => {
            setCoupon(null);
            verifyAgain();
          }}
        />
      </div>
    );
  }
  return (
    <div>
      {verify.lostCoupon && (
        <p role="alert" className="mb-2 text-small font-medium text-bad">
          {word('checkout.coupon.refused', { code: verify.lostCoupon })}
        </p>
      )}
      {isOpen ? (
        <CouponForm lines={lines} totals={totals} onApplied={verifyAgain} />
      ) : (
        <button
          type="button"
          className="min-h-10 rounded-badge font-medium text-accent-ink hover:underline"
          onClick={() => setOpen(true)}
        >
          {word('checkout.coupon.have')}
        </button>
      )}
    </div>
  );
}

function CouponForm({
  lines,
  totals,
  onApplied,
}: Omit<CouponBoxProps, 'verify'> & { onApplied: () => void }) {
  const { t } = useTranslation(['promotions', 'common']);
  const word = useCheckoutWord();
  const id = useId();
  const { setCoupon } = useCheckoutActions();
  const [code, setCode] = useState('');
  const check = useMutation({
    mutationFn: () => api.post('coupons/verify', { code: code.trim(), ...couponCart(lines, totals) }),
    meta: { silent: true },
    onSuccess: (answer) => {
      if (!answer.is_valid) return;
      const { id: couponId, code: own, type } = answer.coupon;
      setCoupon({ id: couponId, code: own, amount: answer.discount, type });
      onApplied();
    },
  });
  const refused = check.data && !check.data.is_valid && t(`promotions:coupons.answers.${check.data.message}`);
  const failed = check.error && t(messageKey(toClientError(check.error)));
  const message = refused || failed;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim()) check.mutate();
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
          aria-invalid={Boolean(message)}
          aria-describedby={message ? `${id}-error` : undefined}
          className="min-w-0 uppercase"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" className="h-9! pointer-coarse:h-10!" isLoading={check.isPending}>
          {word('checkout.coupon.apply')}
        </Button>
      </div>
      {message && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small font-medium text-bad">
          {message}
        </p>
      )}
    </form>
  );
}

/** Cart sent with the coupon; per-shop lines only when every shop is known. */
function couponCart(lines: readonly CheckoutLine[], { amount }: Totals) {
  const had = lines.filter(({ isOut }) => !isOut);
  const item = had.flatMap(({ item: { shop_id, quantity }, price }) =>
    shop_id === undefined ? [] : [{ shop_id, price, quantity }],
  );
  return { sub_total: amount, ...(item.length === had.length && { item }) };
}
