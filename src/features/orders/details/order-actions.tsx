import { useMutation } from '@tanstack/react-query';
import { CalendarDays, FileText, ListChecks, PencilLine, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { cashGateways, type OrderStatus, paidStatuses } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { download } from '@/lib/api/files';
import { useModalActions } from '@/state/modal';

/** Delivery date and quantities can change before shipping. */
const beforeShipping: readonly OrderStatus[] = ['order-pending', 'order-processing'];
/** Statuses completed by the customer's code. */
const completedByCode: readonly OrderStatus[] = ['order-at-local-facility', 'order-out-for-delivery'];

/** Documents of an order and its actions beside status changes. */
export function OrderActions({ order, isAdmin }: { order: OrderDetails; isAdmin: boolean }) {
  const { t } = useTranslation(['form', 'common']);
  const { open } = useModalActions();
  const { id, version, tracking_number: number, order_status: status } = order;
  const canWrite = isAdmin || order.moves.length > 0;
  const word = (key: string) => t(`form:orders.details.${key}`);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <DocumentButton
        path={`orders/${id}/invoice`}
        name={`invoice-${number}.pdf`}
        icon={FileText}
        label={word('invoice')}
      />
      {canWrite && beforeShipping.includes(status) && (
        <>
          <DocumentButton
            path={`orders/${id}/picklist`}
            name={`picklist-${number}.pdf`}
            icon={ListChecks}
            label={word('picklist')}
          />
          {canEditLines(order) && (
            <Button
              icon={<PencilLine aria-hidden="true" className="size-4" />}
              aria-haspopup="dialog"
              onClick={() => open('EDIT_ORDER_LINES', { order })}
            >
              {word('edit-lines')}
            </Button>
          )}
          <Button
            icon={<CalendarDays aria-hidden="true" className="size-4" />}
            aria-haspopup="dialog"
            onClick={() =>
              open('ENTER_DELIVERY_DATE', {
                id,
                version,
                number,
                day: order.delivery_date,
                time: order.delivery_time,
              })
            }
          >
            {word('delivery-date')}
          </Button>
        </>
      )}
      {canWrite && completedByCode.includes(status) && order.moves.includes('order-completed') && (
        <Button
          variant="primary"
          icon={<ShieldCheck aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={() => open('COMPLETE_ORDER_CODE', { id, number })}
        >
          {word('complete-code')}
        </Button>
      )}
    </div>
  );
}

/** Unpaid and without points; the server checks the rest. */
function canEditLines(order: OrderDetails): boolean {
  const isPaid = paidStatuses.includes(order.payment_status);
  const waits = order.payment_status === 'payment-pending' || cashGateways.includes(order.payment_gateway);
  return !isPaid && waits && order.wallet_amount === 0;
}

interface DocumentButtonProps {
  path: string;
  name: string;
  icon: typeof FileText;
  label: string;
}

function DocumentButton({ path, name, icon: Icon, label }: DocumentButtonProps) {
  const { i18n } = useTranslation();
  const fetching = useMutation({ mutationFn: () => download(path, { language: i18n.language }, name) });
  return (
    <Button
      icon={<Icon aria-hidden="true" className="size-4" />}
      isLoading={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {label}
    </Button>
  );
}
