import { useTranslation } from 'next-i18next/pages';
import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Refund } from '@/contract/refunds/schema';
import { moveOrder, type RefundState, refundMoves } from '@/contract/refunds/states';
import { useModalActions } from '@/state/modal';

const icons: Partial<Record<RefundState, string>> = {
  approved: 'check',
  processing: 'clock',
  rejected: 'ban',
};

/** Decisions about a refund in the «•••» of its row, through the dialogs of its page. */
export function RefundMenu({ refund, close }: { refund: Refund; close: () => void }) {
  const { t } = useTranslation('refunds');
  const { open } = useModalActions();
  const { id, status, amount } = refund;
  const moves = moveOrder.filter((to) => refundMoves[status].includes(to));
  return (
    <>
      {moves.map((to) => (
        <MenuLine
          key={to}
          icon={<SpriteIcon name={icons[to] ?? 'check'} className="size-4" />}
          close={close}
          onOpen={() => open('UPDATE_REFUND', { id, status: to })}
        >
          {t(`refunds:refunds.moves.${to}`)}
        </MenuLine>
      ))}
      <MenuLine
        icon={<SpriteIcon name="qr-code" className="size-4" />}
        close={close}
        onOpen={() => open('COMPLETE_REFUND_CODE', { id, amount })}
      >
        {t('refunds:refunds.moves.code')}
      </MenuLine>
    </>
  );
}
