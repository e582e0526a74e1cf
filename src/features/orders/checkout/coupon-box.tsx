import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import type { CheckoutLine, Totals } from './checkout-math';
import { CouponEntry } from './coupon-entry';
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
  // A coupon that is taken off leaves its field open.
  const [wasApplied, setApplied] = useState(false);
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
      <CouponCheck
        lines={lines}
        totals={totals}
        isOpen={wasApplied}
        onApplied={() => {
          setApplied(true);
          verifyAgain();
        }}
      />
    </div>
  );
}

interface CouponCheckProps extends Omit<CouponBoxProps, 'verify'> {
  isOpen: boolean;
  onApplied: () => void;
}

function CouponCheck({ lines, totals, isOpen, onApplied }: CouponCheckProps) {
  const { t } = useTranslation(['promotions', 'common']);
  const { setCoupon } = useCheckoutActions();
  const check = useMutation({
    mutationFn: (code: string) => api.post('coupons/verify', { code, ...couponCart(lines, totals) }),
    meta: { silent: true },
    onSuccess: (answer) => {
      if (!answer.is_valid) return;
      const { id, code, type } = answer.coupon;
      setCoupon({ id, code, amount: answer.discount, type });
      onApplied();
    },
  });
  const refused = check.data && !check.data.is_valid && t(`promotions:coupons.answers.${check.data.message}`);
  const failed = check.error ? t(messageKey(toClientError(check.error))) : undefined;
  return (
    <CouponEntry
      isOpen={isOpen}
      isLoading={check.isPending}
      refusal={refused || failed}
      onApply={check.mutate}
    />
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
