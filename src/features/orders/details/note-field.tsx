import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useState } from 'react';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import type { OrderDetails } from '@/contract/orders/wire';
import { useKeptInput } from '@/lib/session/keep-input';
import { useOrderCall } from '../use-order-call';

/** A note for the people who work on the order. Enter sends it, Shift and Enter start a new line. */
export function NoteField({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders');
  const [note, setNote] = useState('');
  useKeptInput(note !== '');
  const adding = useOrderCall({ path: `orders/${order.id}/notes`, onDone: () => setNote('') });
  const submit = () => {
    if (note.trim() && !adding.isPending) adding.mutate({ note });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="mt-2 flex items-start gap-2 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        rows={1}
        maxLength={2000}
        aria-label={t('orders:orders.details.note-field')}
        placeholder={t('orders:orders.details.note-hint')}
        className="resize-none"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={handleKey}
      />
      <Button type="submit" className="h-10" disabled={!note.trim()} isLoading={adding.isPending}>
        {t('orders:orders.details.note-add')}
      </Button>
    </form>
  );
}
