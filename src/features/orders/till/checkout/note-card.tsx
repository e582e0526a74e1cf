import { Textarea } from '@/components/inputs/textarea';
import { Card } from '@/components/ui/card';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { useOrderDraft, useOrderDraftActions } from '@/state/order-draft';

/** What shops and the courier should know. */
export function NoteCard() {
  const word = usePosWord();
  const { note } = useOrderDraft();
  const { change } = useOrderDraftActions();
  return (
    <Card title={word('checkout.note.title')} text={word('checkout.note.hint')}>
      <Textarea
        aria-label={word('checkout.note.label')}
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
      />
    </Card>
  );
}
