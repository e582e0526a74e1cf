import { useMutation } from '@tanstack/react-query';
import {
  CalendarDays,
  ChevronDown,
  Ellipsis,
  FileText,
  ListChecks,
  MapPin,
  PencilLine,
  Phone,
  Printer,
  QrCode,
} from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { Menu, type MenuItem } from '@/components/ui/menu';
import { isOpenChange } from '@/contract/orders/change';
import { shownNumber } from '@/contract/orders/number';
import { cashGateways, isHeld, type OrderStatus, paidStatuses } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { useCan } from '@/lib/api/capabilities';
import { download } from '@/lib/api/files';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { openInvoice } from './invoice-link';
import { nextMove } from './next-step';
import { useOrderMove } from './use-order-move';

/** Delivery date and quantities can change before shipping. */
const beforeShipping: readonly OrderStatus[] = ['order-pending', 'order-processing'];

interface OrderActionsProps {
  order: OrderDetails;
  canWork: boolean;
}

/** Printing, the rarer actions, and the next step of an order as the only blue button. */
export function OrderActions({ order, canWork }: OrderActionsProps) {
  const { t } = useTranslation('orders');
  const more = useMoreItems(order);
  const mayWrite = useMay('orders:write');
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <PrintMenu order={order} canWork={canWork} />
      {mayWrite && more.length > 0 && (
        <Menu
          label={t('orders:orders.details.more')}
          items={more}
          buttonClassName={buttonClass({ isSquare: true })}
        >
          <Ellipsis aria-hidden="true" className="size-4" />
        </Menu>
      )}
      {mayWrite && <NextStep order={order} />}
    </div>
  );
}

/** On a phone the next step stays at the bottom of the screen. */
function NextStep({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders');
  const { open } = useModalActions();
  const { isMoving, step, stepLabel } = useOrderMove(order);
  const to = nextMove(order.moves, order);
  const url = order.payment_intent?.payment_intent_info.redirect_url;
  const number = shownNumber(order);
  if (!to && !(url && order.moves.length > 0)) return null;
  return (
    <span className="phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-30 phone:border-t phone:border-line phone:bg-surface phone:p-3">
      {to ? (
        <Button
          variant="primary"
          className="phone:w-full"
          isLoading={isMoving}
          aria-haspopup={to === 'order-completed' ? 'dialog' : undefined}
          onClick={() => step(to)}
        >
          {t(`orders:orders.moves.${stepLabel(to)}`)}
        </Button>
      ) : (
        url && (
          <Button
            variant="primary"
            className="phone:w-full"
            icon={<QrCode aria-hidden="true" className="size-4" />}
            aria-haspopup="dialog"
            onClick={() => open('SHOW_PAYMENT_QR', { number, url })}
          >
            {t('orders:orders.details.qr')}
          </Button>
        )
      )}
    </span>
  );
}

/** Everything besides the next step: other moves, delivery date, quantities, and cancellation. */
function useMoreItems(order: OrderDetails): MenuItem[] {
  const { t } = useTranslation('orders');
  const { open } = useModalActions();
  const { menuItems } = useOrderMove(order);
  const canEdit = useCan('order-editing');
  if (order.moves.length === 0) return [];
  const isEarly = beforeShipping.includes(order.order_status);
  // The customer answers one question at a time.
  const isAsked = order.change ? isOpenChange(order.change.state) : false;
  const item = (key: string, icon: MenuItem['icon'], onSelect: () => void): MenuItem => ({
    key,
    label: t(key),
    icon,
    onSelect,
  });
  const lines = item('orders:orders.details.edit-lines', PencilLine, () =>
    open('EDIT_ORDER_LINES', { order }),
  );
  const address = item('orders:orders.edit.address', MapPin, () => open('EDIT_ORDER_ADDRESS', { order }));
  const contact = item('orders:orders.edit.contact', Phone, () => open('EDIT_ORDER_CONTACT', { order }));
  const { id, version, delivery_date: day, delivery_time: time } = order;
  const date = item('orders:orders.details.delivery-date', CalendarDays, () =>
    open('ENTER_DELIVERY_DATE', { id, version, number: shownNumber(order), day, time }),
  );
  return [
    ...(canEdit && isEarly && !isAsked
      ? [...(canEditLines(order) ? [lines] : []), ...(order.is_digital ? [] : [address]), contact]
      : []),
    ...(isEarly && !order.is_digital ? [date] : []),
    ...menuItems(order.moves, nextMove(order.moves, order)),
  ];
}

/** The server checks the rest. */
function canEditLines({ payment_status, payment_gateway }: OrderDetails): boolean {
  const waits =
    payment_status === 'payment-pending' ||
    isHeld({ payment_status }) ||
    cashGateways.includes(payment_gateway);
  return paidStatuses.includes(payment_status) || waits;
}

function PrintMenu({ order, canWork }: OrderActionsProps) {
  const { t, i18n } = useTranslation('orders');
  const hasDocuments = useCan('order-documents');
  const fetching = useMutation({
    mutationFn: (name: 'invoice' | 'picklist') =>
      hasDocuments
        ? download(
            `orders/${order.id}/${name}`,
            { language: i18n.language },
            `${name}-${shownNumber(order)}.pdf`,
          )
        : openInvoice(order.id, t, i18n.language),
  });
  const canPick =
    hasDocuments && canWork && beforeShipping.includes(order.order_status) && order.moves.length > 0;
  const file = (name: 'invoice' | 'picklist', icon: MenuItem['icon']): MenuItem => ({
    key: name,
    label: t(`orders:orders.details.${name}`),
    icon,
    onSelect: () => fetching.mutate(name),
  });
  const items: MenuItem[] = [
    file('invoice', FileText),
    ...(canPick ? [file('picklist', ListChecks)] : []),
    {
      key: 'page',
      label: t('orders:orders.details.print-page'),
      icon: Printer,
      // Closes the menu first, so that it is not printed.
      onSelect: () => setTimeout(() => window.print()),
    },
  ];
  return (
    <Menu label={t('orders:orders.details.print')} items={items} buttonClassName={buttonClass({})}>
      {t('orders:orders.details.print')}
      <ChevronDown aria-hidden="true" className="size-4" />
    </Menu>
  );
}
