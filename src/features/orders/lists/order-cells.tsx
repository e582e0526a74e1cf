import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { TitleCell } from '@/components/table/title-cell';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { WrittenText } from '@/components/ui/written-text';
import { type AnyResource, pathOf } from '@/contract/core/define';
import type { Order } from '@/contract/orders/wire';
import { OrderParts } from './order-parts';

/** Cells of an order that are its own: its number with the shops' parts below, and who bought. */
export function useOrderCells(resource: AnyResource, shop: string | undefined) {
  const { t } = useTranslation('resources');
  const paths = pathOf(resource, shop);
  return (order: Order, key: string): ReactNode => {
    if (key === 'tracking_number' && shop === undefined)
      return <NumberCell order={order} href={paths.details(order.id)} />;
    if (key !== 'customer_name') return undefined;
    const name = order.customer?.name ?? order.customer_name ?? t('resources:orders.list.guest');
    const note = order.customer?.email ?? order.customer_email ?? order.customer_contact;
    return (
      <span className="block max-w-60 min-w-32 phone:min-w-0">
        <WrittenText text={name} className="line-clamp-1 break-words" />
        <span dir="ltr" className="line-clamp-1 text-start text-small break-all text-ink-second">
          {note}
        </span>
      </span>
    );
  };
}

/** The number, and a button that shows which shop stands where. */
function NumberCell({ order, href }: { order: Order; href: string }) {
  const { t } = useTranslation('resources');
  const [isOpen, setOpen] = useState(false);
  const id = `parts-${order.id}`;
  return (
    <div className="min-w-40">
      <span className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('resources:orders.list.parts', { number: order.tracking_number })}
          className="grid size-8 shrink-0 place-items-center rounded-control text-ink-second hover:bg-line-faint hover:text-ink pointer-coarse:size-10"
          onClick={() => setOpen(!isOpen)}
        >
          <SpriteIcon
            name="chevron-down"
            className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
        <TitleCell title={order.tracking_number} href={href} />
      </span>
      <div id={id}>{isOpen && <OrderParts id={order.id} />}</div>
    </div>
  );
}
