import { useTranslation } from 'next-i18next/pages';
import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Withdraw, WithdrawState } from '@/contract/ledger/withdraws/schema';
import { useModalActions } from '@/state/modal';
import { orderedMoves } from './decision';

const icons: Partial<Record<WithdrawState, string>> = {
  approved: 'check',
  processing: 'clock',
  on_hold: 'circle-alert',
  rejected: 'ban',
};

/** Decisions about a request in the «•••» of its row. */
export function WithdrawMenu({ withdraw, close }: { withdraw: Withdraw; close: () => void }) {
  const { t } = useTranslation('ledger');
  const { open } = useModalActions();
  const { id, version, amount, status } = withdraw;
  return orderedMoves(status).map((to) => (
    <MenuLine
      key={to}
      icon={<SpriteIcon name={icons[to] ?? 'check'} className="size-4" />}
      close={close}
      onOpen={() => open('DECIDE_WITHDRAW', { withdraw: { id, version, amount }, to })}
    >
      {t(`ledger:withdraws.moves.${to}`)}
    </MenuLine>
  ));
}
