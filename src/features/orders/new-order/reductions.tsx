import { useTranslation } from 'next-i18next/pages';
import { Checkbox } from '@/components/inputs/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { CouponEntry } from '../checkout/coupon-entry';
import { useCheckoutWord } from '../checkout/use-checkout-word';
import type { NewOrder } from './use-new-order';

/** Coupon and points of the customer, for administrators. */
export function Reductions({ order }: { order: NewOrder }) {
  const { info, draft } = order;
  return (
    <div className="grid gap-1">
      {info.has_coupons &&
        (draft.coupon ? (
          <AppliedCoupon order={order} />
        ) : (
          <CouponEntry closesOnEmpty onApply={(coupon) => order.change({ coupon })} />
        ))}
      <Points order={order} />
    </div>
  );
}

/** The coupon and what it takes off, or why it does not. */
function AppliedCoupon({ order: { draft, view, change } }: { order: NewOrder }) {
  const { t } = useTranslation('promotions');
  const word = useCheckoutWord();
  const money = useMoney();
  const why = view.quote?.coupon_refusal;
  const off = view.quote?.discount ?? 0;
  const code = draft.coupon.toUpperCase();
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-all">{word('checkout.coupon.applied', { code })}</p>
        {why && (
          <p role="alert" className="text-small font-medium text-bad">
            {t(`promotions:coupons.answers.${why}`)}
          </p>
        )}
      </div>
      {off > 0 && <p className="font-semibold whitespace-nowrap text-good">{money(-off)}</p>}
      <IconButton
        icon="x"
        label={word('checkout.coupon.remove', { code })}
        className="size-9! pointer-coarse:size-10!"
        onClick={() => change({ coupon: '' })}
      />
    </div>
  );
}

function Points({ order: { draft, view, change } }: { order: NewOrder }) {
  const { i18n } = useTranslation();
  const word = useCheckoutWord();
  const money = useMoney();
  const { points, wallet = 0 } = view.quote ?? {};
  // Most customers have none.
  if (!points || points.worth === 0) return null;
  const text = formatNumber(points.count, i18n.language);
  return (
    <div className="flex items-center gap-2">
      <Checkbox
        className="min-h-10! min-w-0 flex-1"
        checked={draft.usesPoints}
        onChange={(event) => change({ usesPoints: event.target.checked })}
        label={
          <>
            <span className="block font-medium">{word('checkout.wallet.use')}</span>
            <span className="block text-small text-ink-second">
              {word('checkout.wallet.text', { count: points.count, text, sum: money(points.worth) })}
            </span>
          </>
        }
      />
      {wallet > 0 && <p className="font-semibold whitespace-nowrap text-good">{money(-wallet)}</p>}
    </div>
  );
}
