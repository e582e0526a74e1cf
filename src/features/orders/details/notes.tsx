import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { WrittenText } from '@/components/ui/written-text';
import type { OrderDetails } from '@/contract/orders/wire';
import { useCan } from '@/lib/api/capabilities';
import { formatDateTime } from '@/lib/format/format';
import { NoteField } from './note-field';

/** What colleagues wrote about an order, newest first, always in sight: the rest of what was is behind «Подробно». */
export function Notes({ order }: { order: OrderDetails }) {
  const { t, i18n } = useTranslation('orders');
  const canWrite = useCan('order-editing');
  const notes = order.events.filter(({ kind }) => kind === 'note').toReversed();
  if (notes.length === 0 && !canWrite) return null;
  return (
    <Card title={t('orders:orders.details.notes')} className="print:hidden">
      <ul className="grid gap-3">
        {notes.map(({ id, at, note, user, shop }) => (
          <li key={id}>
            <WrittenText text={note ?? ''} className="block break-words whitespace-pre-line" />
            <p className="text-small text-ink-second">
              <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>
              {[user?.name, order.parent_id === null && shop?.name]
                .filter(Boolean)
                .map((name) => ` · ${name}`)}
            </p>
          </li>
        ))}
      </ul>
      {canWrite && <NoteField order={order} />}
    </Card>
  );
}
