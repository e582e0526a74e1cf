import { Copy } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { familyPaths } from '@/contract/core/define';
import { coupons } from '@/contract/promotions/coupons';
import type { Coupon } from '@/contract/promotions/coupons/schema';
import { showToast } from '@/lib/toast';

interface CouponMenuProps {
  coupon: Coupon;
  shop: string | undefined;
  close: () => void;
}

/** Lines of a coupon's «•••» besides editing, translating and deletion. */
export function CouponMenu({ coupon: { code }, shop, close }: CouponMenuProps) {
  const { t } = useTranslation(['promotions', 'common']);
  async function copy() {
    close();
    try {
      await navigator.clipboard.writeText(code);
      showToast('success', t('common:text-copied'));
    } catch {
      // The clipboard is not available on pages without TLS.
      showToast('error', t('common:text-copy-failed'));
    }
  }
  return (
    <>
      <Link href={familyPaths(coupons, shop).details(code)} className={menuItemClass} onClick={close}>
        <SpriteIcon name="file-text" className="size-4 text-ink-second" />
        {t('promotions:coupons.menu.details')}
      </Link>
      <button type="button" className={menuItemClass} onClick={() => void copy()}>
        <Copy className="size-4 text-ink-second" />
        {t('promotions:coupons.menu.copy')}
      </button>
    </>
  );
}
