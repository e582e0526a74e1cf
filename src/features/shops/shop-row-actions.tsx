import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Shop } from '@/contract/shops/schema';
import { useModalActions } from '@/state/modal';

/** What an administrator does with a shop in the list (reference pages §3.2): the decision, the QR code. */
export function ShopRowActions({ shop }: { shop: Shop }) {
  const { t } = useTranslation('resources');
  const { open } = useModalActions();
  const { id, name, slug, is_active: isOn } = shop;
  const words = (key: string) => `${t(`resources:shops.actions.${key}`)}: ${name}`;
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        aria-label={words(isOn ? 'disapprove' : 'approve')}
        className={isOn ? 'hover:not-disabled:text-bad' : 'text-good!'}
        icon={<SpriteIcon name={isOn ? 'circle-off' : 'badge-check'} className="size-4" />}
        onClick={() => open(isOn ? 'SHOP_DISAPPROVE_VIEW' : 'SHOP_APPROVE_VIEW', { id, name })}
      />
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        aria-label={words('qr')}
        icon={<SpriteIcon name="qr-code" className="size-4" />}
        onClick={() => open('SHOW_SHOP_QR', { name, slug })}
      />
    </>
  );
}
