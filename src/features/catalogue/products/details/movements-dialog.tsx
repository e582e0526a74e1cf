import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { EndlessList } from '@/components/table/endless-list';
import { Link } from '@/components/ui/link';
import type { StockMovement } from '@/contract/catalogue/products/stock';
import type { DialogProps } from '@/contract/dialogs';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { withPlus } from '@/lib/format/movement';

export function MovementsDialog({ data: { productId, variationId, title } }: DialogProps<'STOCK_MOVEMENTS'>) {
  const { t } = useTranslation('catalogue');
  return (
    <div className="flex max-h-[80vh] w-140 max-w-full flex-col p-6 phone:w-full">
      <DialogTitle className="pe-8 text-card font-semibold">
        {t('catalogue:products.stock.title')}
      </DialogTitle>
      <p className="break-words text-ink-second">{title}</p>
      <div className="mt-4 min-h-24 overflow-y-auto">
        <EndlessList
          queryKey={['products', 'movements', productId, variationId ?? 0]}
          endpoint="stock-movements"
          query={{ product_id: productId, ...(variationId && { variation_id: variationId }), limit: 20 }}
          texts={{
            empty: t('catalogue:products.stock.empty'),
            failed: t('catalogue:products.stock.failed'),
            more: t('catalogue:products.stock.more'),
          }}
        >
          {(movement) => <Movement key={movement.id} movement={movement} />}
        </EndlessList>
      </div>
    </div>
  );
}

function Movement({ movement }: { movement: StockMovement }) {
  const { t, i18n } = useTranslation('catalogue');
  const isIn = movement.change > 0;
  return (
    <li className="flex items-start justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="font-medium">
          {t(`catalogue:products.stock.kinds.${movement.kind}`)}
          {movement.family === 'orders' && movement.row_id && (
            <Link href={`/orders/${movement.row_id}`} className="ms-1.5 text-accent-ink">
              {t('common:id', { id: movement.row_id })}
            </Link>
          )}
        </p>
        {movement.title && <p className="break-words text-small">{movement.title}</p>}
        {movement.reason && <p className="break-words text-small text-ink-second">{movement.reason}</p>}
        <p className="text-small text-ink-second">
          <time dateTime={movement.at}>{formatDateTime(movement.at, i18n.language)}</time>
          {movement.user && ` · ${movement.user.name}`}
        </p>
      </div>
      <div className="shrink-0 text-end tabular-nums">
        <p className={`font-medium ${isIn ? 'text-good' : ''}`}>
          {withPlus(movement.change, formatNumber(movement.change, i18n.language))}
        </p>
        <p className="text-small text-ink-second">
          {t('catalogue:products.stock.left', { quantity: formatNumber(movement.quantity, i18n.language) })}
        </p>
      </div>
    </li>
  );
}
