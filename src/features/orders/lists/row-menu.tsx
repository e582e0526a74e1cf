import { ArrowRight, Ellipsis, Eye, FileText } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { Menu, type MenuItem } from '@/components/ui/menu';
import { shownNumber } from '@/contract/orders/number';
import type { Order } from '@/contract/orders/wire';
import { movesOfPart, nextMove } from '@/features/orders/details/next-step';
import { useOrderMove } from '@/features/orders/details/use-order-move';
import { download } from '@/lib/api/files';

interface RowMenuProps {
  order: Order;
  href: string;
  isAdmin: boolean;
  canMove: boolean;
}

export function RowMenu({ order, href, isAdmin, canMove }: RowMenuProps) {
  const { t, i18n } = useTranslation('orders');
  const { isMoving, step, stepLabel, menuItems } = useOrderMove(order);
  const { id } = order;
  const number = shownNumber(order);
  // Only administrators release unpaid orders.
  const moves = movesOfPart(order).filter((to) => isAdmin || to !== 'order-processing');
  const next = canMove ? nextMove(moves, order) : undefined;
  const items: MenuItem[] = [
    { key: 'open', label: t('orders:orders.list.open', { number }), icon: Eye, href },
    {
      key: 'invoice',
      label: t('orders:orders.list.invoice'),
      icon: FileText,
      onSelect: () =>
        void download(`orders/${id}/invoice`, { language: i18n.language }, `invoice-${number}.pdf`),
    },
    // With the next step, because a phone has no room for its button.
    ...(canMove ? menuItems(moves) : []),
  ];
  const nextLabel = next && t(`orders:orders.moves.${stepLabel(next)}`);
  return (
    <>
      {next && (
        <Button
          variant="ghost"
          className="phone:hidden"
          isLoading={isMoving}
          aria-label={`${nextLabel}: ${number}`}
          icon={<ArrowRight aria-hidden="true" className="size-4" />}
          onClick={() => step(next)}
        />
      )}
      <Menu
        label={t('orders:orders.list.actions', { number })}
        items={items}
        buttonClassName={buttonClass({ variant: 'ghost', isSquare: true })}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </Menu>
    </>
  );
}
