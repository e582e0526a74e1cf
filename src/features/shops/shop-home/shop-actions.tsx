import {
  ArrowLeftRight,
  BadgeCheck,
  CircleOff,
  Ellipsis,
  Eye,
  Pencil,
  Percent,
  QrCode,
  Scale,
} from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { LinkButton } from '@/components/ui/link-button';
import { Menu } from '@/components/ui/menu';
import type { ApprovalKind } from '@/contract/settings/approvals';
import type { Shop } from '@/contract/shops/schema';
import { useCapabilities } from '@/lib/api/capabilities';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

/** Actions by role: QR code for all, editing for the owner, approval for administrators. */
export function ShopActions({ shop }: { shop: Shop }) {
  const { t } = useTranslation('shops');
  const { open } = useModalActions();
  const isAdmin = usePermissions().includes('super_admin');
  const mayDecide = useMay('shops:decide');
  // The balance is sent to the owner and administrators, who may edit the shop.
  const mayWrite = useMay('shops:write') && shop.balance !== undefined;
  const { id, name, slug, is_active: isOn } = shop;
  const word = (key: string) => t(`shops:shops.actions.${key}`);
  const waits = useWaits(shop);
  const more = useMoreActions(shop);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        icon={<QrCode className="size-4" />}
        onClick={() => open('SHOW_SHOP_QR', { name, slug })}
      >
        {word('qr')}
      </Button>
      {mayWrite && (
        <LinkButton href={`/${encodeURIComponent(slug)}/edit`} icon={<Pencil className="size-4" />}>
          {word('edit')}
        </LinkButton>
      )}
      {isAdmin && mayDecide && !isOn && !waits('commission') && (
        <Button
          variant="primary"
          aria-haspopup="dialog"
          icon={<BadgeCheck className="size-4" />}
          onClick={() => open('ACTIVATE_VIEW', { kind: 'shop', id, name, isActive: false })}
        >
          {word('approve')}
        </Button>
      )}
      {more.length > 0 && (
        <Menu
          label={word('more')}
          items={more}
          buttonClassName={buttonClass({ variant: 'secondary', isSquare: true })}
        >
          <Ellipsis className="size-4" />
        </Menu>
      )}
    </>
  );
}

/** Whether a change of a shop waits for a second person, who finds it on this page. */
function useWaits({ id }: Shop) {
  const waiting = useWaiting({ family: 'shops', id });
  return (kind: ApprovalKind) => waiting.some((one) => one.kind === kind);
}

/** Entries of the overflow menu. */
function useMoreActions(shop: Shop) {
  const { t } = useTranslation('shops');
  const { open } = useModalActions();
  const can = useCapabilities();
  const isAdmin = usePermissions().includes('super_admin');
  const mayDecide = useMay('shops:decide');
  const mayPost = useMay('finance:decide');
  const mayLook = useMay('customers:decide');
  const waits = useWaits(shop);
  const { id, name, slug, owner, is_active: isOn } = shop;
  const word = (key: string) => t(`shops:shops.actions.${key}`);
  const entries = [
    {
      key: 'see-as',
      label: word('see-as'),
      icon: Eye,
      onSelect: () =>
        owner && open('SEE_AS', { id: owner.id, name: owner.name, path: `/${encodeURIComponent(slug)}` }),
      isShown: isAdmin && mayLook && Boolean(owner) && can.has('vendor-views'),
    },
    {
      key: 'commission',
      label: word('commission'),
      icon: Percent,
      onSelect: () => open('SHOP_APPROVE_VIEW', { id, name }),
      isShown: isAdmin && mayDecide && isOn && !waits('commission'),
    },
    {
      key: 'adjust',
      label: word('adjust'),
      icon: Scale,
      onSelect: () => open('ADJUST_BALANCE', { shopId: id, name }),
      isShown: isAdmin && mayPost && can.has('ledger') && !waits('adjustment'),
    },
    {
      key: 'transfer',
      label: word('transfer'),
      icon: ArrowLeftRight,
      onSelect: () => open('TRANSFER_SHOP', { id, name }),
      // One transfer at a time; the page shows the pending one.
      isShown:
        shop.balance !== undefined && mayDecide && !shop.ownership_history && can.has('transfer-conditions'),
    },
    {
      key: 'disapprove',
      label: word('disapprove'),
      icon: CircleOff,
      isDanger: true,
      onSelect: () => open('ACTIVATE_VIEW', { kind: 'shop', id, name, isActive: true }),
      isShown: isAdmin && mayDecide && isOn,
    },
  ];
  return entries.filter(({ isShown }) => isShown);
}
