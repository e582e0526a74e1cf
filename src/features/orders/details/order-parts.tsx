import { Ellipsis } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { Fragment, type ReactNode } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { Link } from '@/components/ui/link';
import { Menu } from '@/components/ui/menu';
import { WrittenText } from '@/components/ui/written-text';
import { orders, orderTones } from '@/contract/orders';
import { shownNumber } from '@/contract/orders/number';
import { isShortUnit, piecesText } from '@/contract/orders/pieces';
import { isPartlyRefunded } from '@/contract/orders/status';
import type { Order, OrderDetails, OrderLine } from '@/contract/orders/wire';
import { formatDate, formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { part } from '@/lib/part';
import { useMoney } from '@/state/use-money';
import { useShipBy } from '../ship-by';
import { movesOfPart, nextMove } from './next-step';
import { OrderParcel } from './order-parcel';
import { useOrderMove } from './use-order-move';

const OrderMarks = part(dynamic(() => import('../marks/order-marks').then((module) => module.OrderMarks)));

interface OrderPartsProps {
  order: OrderDetails;
  isAdmin: boolean;
  canWork: boolean;
}

/** The ordered goods: one sheet per part. */
export function OrderParts({ order, isAdmin, canWork }: OrderPartsProps) {
  const { t } = useTranslation('orders');
  // A customer reads the whole order, too; a part alone is one sheet.
  const parts: readonly Order[] = order.children.length > 0 ? order.children : [order];
  const isSingle = parts.length === 1;
  // Goods sold at the till were taken along: there is no address.
  const isSent = Boolean(order.shipping_address ?? order.delivery_point);
  return (
    <>
      {order.note && (
        <section className="rounded-card border border-line bg-warn-soft px-4 py-3 desk:px-5">
          <h2 className="text-small font-medium text-warn">{t('orders:orders.details.note')}</h2>
          <WrittenText text={order.note} className="block break-words whitespace-pre-line" />
        </section>
      )}
      {parts.map((part, place) => (
        <PartSheet
          key={part.id}
          part={part}
          lines={isSingle ? order.products : order.products.filter((line) => line.order_id === part.id)}
          place={
            isSingle ? '' : t('orders:orders.details.parcel-of', { place: place + 1, count: parts.length })
          }
          title={<PartTitle part={part} isLink={isAdmin && order.parent_id === null} />}
          actions={!isSingle && isAdmin && canWork && <PartActions part={part} />}
          status={!isSingle && part.order_status !== order.order_status}
          isReturned={!isSingle && isPartlyRefunded(part)}
          canSend={canWork && isSent}
          marks={isAdmin || canWork ? { canWork } : undefined}
        />
      ))}
    </>
  );
}

function PartTitle({ part, isLink }: { part: Order; isLink: boolean }) {
  const { t } = useTranslation('orders');
  if (!part.shop) return t('orders:orders.details.products');
  if (!isLink) return part.shop.name;
  return (
    <Link
      href={`/orders/${part.id}`}
      className="inline-block content-center rounded-badge break-words hover:text-accent-ink hover:underline pointer-coarse:min-h-10"
    >
      {part.shop.name}
    </Link>
  );
}

interface PartSheetProps {
  part: Order;
  lines: readonly OrderLine[];
  title: ReactNode;
  /** Number of the parcel when there are several. */
  place: string;
  actions: ReactNode;
  /** Whether to show the part's own status: if it differs from that of the whole order. */
  status: boolean;
  /** Whether to say that some of its goods were returned: if other parts of the order are shown, too. */
  isReturned: boolean;
  /** Whether a tracking number can be entered. */
  canSend: boolean;
  /** For the people who work on orders. */
  marks: { canWork: boolean } | undefined;
}

function PartSheet(props: PartSheetProps) {
  const { part, lines, title, place, actions, status, isReturned, canSend, marks } = props;
  const labels = useLabels(orders);
  return (
    <section className="@container rounded-card border border-line bg-surface p-4 desk:p-5">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <h2 className="min-w-0 text-card font-semibold break-words">{title}</h2>
        {status && (
          <Badge tone={orderTones[part.order_status]}>
            {labels.option('order_status', part.order_status)}
          </Badge>
        )}
        <ShipByBadge order={part} />
        {isReturned && <Badge tone="neutral">{labels.text('partly-refunded')}</Badge>}
        <span className="ms-auto flex flex-wrap items-center gap-2 text-small text-ink-second tabular-nums">
          {place}
          {actions}
        </span>
      </header>
      <ul className="mt-2 divide-y divide-line-faint">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      {marks && lines.some((line) => line.requires_marking) && (
        <OrderMarks partId={part.id} canWork={marks.canWork} />
      )}
      {!part.is_digital && part.shop_id !== null && <OrderParcel part={part} canWork={canSend} />}
    </section>
  );
}

function PartActions({ part }: { part: Order }) {
  const { t } = useTranslation('orders');
  const { isMoving, step, stepLabel, menuItems } = useOrderMove(part);
  const moves = movesOfPart(part);
  const next = nextMove(moves, part);
  const items = menuItems(moves, next);
  const name = part.shop?.name ?? shownNumber(part);
  return (
    <span className="flex gap-2 print:hidden">
      {next && (
        <Button size="small" isLoading={isMoving} onClick={() => step(next)}>
          {t(`orders:orders.moves.${stepLabel(next)}`)}
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          label={t('orders:orders.details.move-part', { name })}
          items={items}
          buttonClassName={buttonClass({ size: 'small', isSquare: true })}
        >
          <Ellipsis aria-hidden="true" className="size-4" />
        </Menu>
      )}
    </span>
  );
}

function Line({ line }: { line: OrderLine }) {
  const { t, i18n } = useTranslation('orders');
  const money = useMoney();
  const off = line.discount > 0 && t('orders:orders.details.line-discount', { sum: money(line.discount) });
  const count = formatNumber(line.order_quantity, i18n.language);
  // «1 × 100 г × 290 ₽» would read as a product of three numbers: long units are shown with the facts.
  const isShort = isShortUnit(line.unit);
  const unit = !isShort && line.unit;
  const facts = [line.variation, unit, line.sku, off].filter(Boolean);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2.5 last:pb-0">
      <Thumbnail path={line.image?.thumbnail} title={line.name} />
      <span className="min-w-0 flex-1 basis-40">
        <WrittenText text={line.name} className="block font-medium break-words" />
        {facts.length > 0 && (
          <span className="block text-small break-words text-ink-second">
            {facts.map((fact, place) => (
              <Fragment key={String(fact)}>
                {place > 0 && ' · '}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </span>
        )}
        {line.refundable_until && (
          <span className="block text-small text-ink-second">
            {t('orders:orders.details.refundable-until', {
              date: formatDate(line.refundable_until),
            })}
          </span>
        )}
        <LineFlags line={line} />
      </span>
      <span className="flex justify-end gap-x-6 text-end whitespace-nowrap tabular-nums @max-lg:w-full @max-lg:justify-between @max-lg:ps-12.5">
        <span className="text-ink-second">
          <bdi>{isShort ? piecesText(count, line.unit) : count}</bdi> × {money(line.unit_price)}
        </span>
        <span className="min-w-20">
          <b className="block font-semibold">{money(line.subtotal - line.discount)}</b>
          {line.discount > 0 && <s className="block text-small text-ink-second">{money(line.subtotal)}</s>}
        </span>
      </span>
    </li>
  );
}

/** Flags for the person who packs the line. */
function LineFlags({ line }: { line: OrderLine }) {
  const { t } = useTranslation('orders');
  const { requires_marking, is_digital, refunded_quantity: count } = line;
  if (!requires_marking && !is_digital && count === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {requires_marking && <Badge tone="warn">{t('orders:orders.details.marking')}</Badge>}
      {is_digital && <Badge tone="accent">{t('orders:orders.details.digital')}</Badge>}
      {count > 0 && <Badge>{t('orders:orders.details.returned', { count })}</Badge>}
    </span>
  );
}

/** «Собрать до 18:00», red when late; nothing where nothing waits to be assembled. */
function ShipByBadge({ order }: { order: Pick<Order, 'ship_by'> }) {
  const { t } = useTranslation('orders');
  const found = useShipBy()(order);
  if (!found) return null;
  const { moment: time, tone } = found;
  return (
    <Badge tone={tone}>{t(`orders:orders.details.ship-${tone === 'bad' ? 'late' : 'by'}`, { time })}</Badge>
  );
}
