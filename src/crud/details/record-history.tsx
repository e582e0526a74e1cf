import { History, type HistoryProps } from '@/components/domain/history';
import { undoFamilies } from '@/contract/core/history';
import { useModalActions } from '@/state/modal';

/** History of a record: each save of its form can be put back, field by field, and the record is shown as of a moment. */
export function RecordHistory(props: Omit<HistoryProps, 'onUndo' | 'onAsOf'>) {
  const { open } = useModalActions();
  const { family, id, labelOf } = props;
  const hasForm = undoFamilies.some((one) => one === family);
  if (!hasForm) return <History {...props} />;
  return (
    <History
      {...props}
      onUndo={(entry) => open('UNDO_SAVE', { family, entry, labelOf })}
      onAsOf={() => open('AS_OF', { family, id, labelOf })}
    />
  );
}
