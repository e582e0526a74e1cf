import { useTranslation } from 'next-i18next/pages';
import type { CouponType } from '@/contract/promotions/coupons/rules';
import { formatDate, formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** Coupon terms known while typing. */
export interface CouponGift {
  type: CouponType;
  amount: number;
  minimum: number;
  /** Last moment, ISO 8601. */
  until: string;
}

/** Localized description of a coupon. */
export function useCouponWords() {
  const { t, i18n } = useTranslation('promotions');
  const money = useMoney();

  const gift = ({ type, amount }: Pick<CouponGift, 'type' | 'amount'>) => {
    if (type === 'free_shipping') return t('promotions:coupons.preview.free');
    if (type === 'fixed') return money(amount);
    return t('promotions:coupons.preview.percent', { amount: formatNumber(amount, i18n.language) });
  };

  /** «Скидка 10 % от 1 000 ₽ до 31.12.2026»; undefined while incomplete. */
  const summary = ({ type, amount, minimum, until }: CouponGift): string | undefined => {
    const isFree = type === 'free_shipping';
    if (!isFree && !(amount > 0)) return undefined;
    const day = formatDate(until);
    const discount = gift({ type, amount });
    return [
      isFree ? discount : t('promotions:coupons.preview.discount', { amount: discount }),
      minimum > 0 && t('promotions:coupons.preview.from', { sum: money(minimum) }),
      day && t('promotions:coupons.preview.until', { day }),
    ]
      .filter(Boolean)
      .join(' ');
  };

  return { money, gift, summary };
}
