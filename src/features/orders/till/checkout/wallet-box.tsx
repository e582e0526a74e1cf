import { useTranslation } from 'next-i18next/pages';
import { Checkbox } from '@/components/inputs/checkbox';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { formatNumber } from '@/lib/format/format';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import { useMoney } from '@/state/use-money';

/** The customer's points and what they are worth; they pay as far as they go (reference pages §8.5). */
export function WalletBox({ total }: { total: number }) {
  const { i18n } = useTranslation();
  const word = usePosWord();
  const money = useMoney();
  const { use_wallet: isUsed, verified_response: verified } = useCheckout();
  const { toggleWallet } = useCheckoutActions();
  const points = verified?.wallet_amount ?? 0;
  const worth = verified?.wallet_currency ?? 0;
  const text = formatNumber(points, i18n.language);
  return (
    <div className="rounded-card border border-line p-3">
      <Checkbox
        className="min-h-11!"
        checked={isUsed && points > 0}
        disabled={points <= 0}
        onChange={toggleWallet}
        label={
          <>
            <span className="block font-medium">{word('checkout.wallet.use')}</span>
            <span className="block text-small text-ink-second">
              {points > 0
                ? word('checkout.wallet.text', { count: points, text, sum: money(worth) })
                : word('checkout.wallet.none')}
            </span>
          </>
        }
      />
      {isUsed && points > 0 && total > 0 && worth >= total && (
        <p className="mt-1 text-small font-medium text-good">{word('checkout.wallet.covers')}</p>
      )}
    </div>
  );
}
