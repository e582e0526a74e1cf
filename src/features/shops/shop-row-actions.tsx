import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Shop } from '@/contract/shops/schema';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

/** Approves a waiting shop; on a phone this is in its menu. */
export function ApproveButton({ shop: { id, name, is_active: isOn } }: { shop: Shop }) {
  const { t } = useTranslation('shops');
  const { open } = useModalActions();
  const mayDecide = useMay('shops:decide');
  if (isOn || !mayDecide) return null;
  return (
    <Button
      variant="ghost"
      aria-haspopup="dialog"
      aria-label={`${t('shops:shops.actions.approve')}: ${name}`}
      className="text-good! phone:hidden"
      icon={<SpriteIcon name="badge-check" className="size-4" />}
      onClick={() => open('SHOP_APPROVE_VIEW', { id, name })}
    />
  );
}

/** Lines of a shop's menu: QR code and switching off. */
export function ShopMenu({ shop, close }: { shop: Shop; close: () => void }) {
  const { t } = useTranslation('shops');
  const { open } = useModalActions();
  const { id, name, slug, is_active: isOn } = shop;
  const mayDecide = useMay('shops:decide');
  const line = (action: string, icon: string, run: () => void, look?: string): ReactNode => (
    <MenuLine
      icon={<SpriteIcon name={icon} className="size-4" />}
      className={look}
      close={close}
      onOpen={run}
    >
      {t(`shops:shops.actions.${action}`)}
    </MenuLine>
  );
  return (
    <>
      {mayDecide &&
        !isOn &&
        line('approve', 'badge-check', () => open('SHOP_APPROVE_VIEW', { id, name }), 'phone:flex! hidden!')}
      {line('qr', 'qr-code', () => open('SHOW_SHOP_QR', { name, slug }))}
      {mayDecide &&
        isOn &&
        line('disapprove', 'circle-off', () => open('SHOP_DISAPPROVE_VIEW', { id, name }))}
    </>
  );
}
