import { History, type HistoryProps } from '@/components/domain/history';
import { useModalActions } from '@/state/modal';

/** History of a record with a form: each save in it can be put back, field by field. */
export function RecordHistory(props: Omit<HistoryProps, 'onUndo'>) {
  const { open } = useModalActions();
  const { family, labelOf } = props;
  return <History {...props} onUndo={(entry) => open('UNDO_SAVE', { family, entry, labelOf })} />;
}
