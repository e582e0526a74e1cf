import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { ActionForm } from '@/components/form/action-form';
import { api } from '@/lib/api/client';

const longest = { drive_number: 16, document_number: 10, sign: 10 };
const numbers = ['drive_number', 'document_number', 'sign'] as const;
const empty = { drive_number: '', document_number: '', sign: '', registered_at: '' };

/** Numbers of a document that a person has made in the cabinet of the register; a second person confirms them. */
export function ReceiptByHandForm({ id, onDone }: { id: number; onDone: () => void }) {
  const { word } = useReceiptWords();
  return (
    <ActionForm
      id="made"
      look="card"
      text={word('made.text')}
      confirmLabel={word('made.confirm')}
      values={empty}
      fields={[
        ...numbers.map((name) => ({
          name,
          kind: 'line' as const,
          label: word(`made.${name}`),
          isRequired: true,
          isNumber: true,
          maxLength: longest[name],
        })),
        { name: 'registered_at', kind: 'moment', label: word('made.registered_at'), isRequired: true },
      ]}
      send={(input) => api.post(`receipts/${id}/made`, input)}
      done={word('made.done')}
      refresh={['orders', 'receipts', 'approvals']}
      onDone={onDone}
    />
  );
}
