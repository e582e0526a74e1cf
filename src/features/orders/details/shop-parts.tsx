import { useTranslation } from 'next-i18next/pages';
import { Select } from '@/components/inputs/select';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { orders, orderTones } from '@/contract/orders';
import { askableStatuses, movesFrom } from '@/contract/orders/status';
import type { Order, OrderDetails } from '@/contract/orders/wire';
import { useLabels } from '@/lib/i18n/labels';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';

/** The parts of a whole order, shop by shop; each can be moved on from here. */
export function ShopParts({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:orders.details.parts')}>
      <ul className="divide-y divide-line-faint">
        {order.children.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </ul>
    </Card>
  );
}

function Part({ part }: { part: Order }) {
  const { t } = useTranslation(['form', 'resources']);
  const labels = useLabels(orders);
  const money = useMoney();
  const { open } = useModalActions();
  const { id, version, tracking_number: number, order_status: status } = part;
  const moves = movesFrom(status);
  const name = part.shop?.name ?? number;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <Link
          href={`/orders/${id}`}
          className="inline-block content-center rounded-badge font-medium break-words hover:text-accent-ink hover:underline pointer-coarse:min-h-10"
        >
          {name}
        </Link>
        <p className="text-small text-ink-second tabular-nums">
          №{number} · {t('resources:orders.list.lines', { count: part.products_count })} · {money(part.total)}
        </p>
      </div>
      <Badge tone={orderTones[status]}>{labels.option('order_status', status)}</Badge>
      {moves.length > 0 && (
        <span className="w-48 phone:w-full print:hidden">
          <Select
            aria-label={t('form:orders.details.move-part', { name })}
            value=""
            options={[
              { value: '', label: t('form:orders.details.move-to') },
              ...moves.map((value) => ({ value, label: labels.option('order_status', value) })),
            ]}
            onChange={({ target }) => {
              const to = askableStatuses.find((one) => one === target.value);
              if (to) open('CHANGE_ORDER_STATUS', { id, version, number, to });
            }}
          />
        </span>
      )}
    </li>
  );
}
