import { useTranslation } from 'next-i18next/pages';
import { ActionForm } from '@/components/form/action-form';
import { typedSum } from '@/components/form/sum-and-reason';
import type { Attachment } from '@/contract/core/define';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { useSettings } from '@/state/settings';

const empty = { amount: '', respond_by: '', reason: '', evidence: [] as Attachment[] };

/** A person enters the chargeback of a buyer's bank. The server checks the sum. */
export function ChargebackDialog({ data: { orderId }, onClose }: DialogProps<'OPEN_CHARGEBACK'>) {
  const { t } = useTranslation('payments');
  const word = (key: string) => t(`payments:payments.chargeback.${key}`);
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  return (
    <ActionForm
      id="chargeback"
      look="dialog"
      title={word('title')}
      text={word('text')}
      confirmLabel={word('open')}
      values={empty}
      fields={[
        { name: 'amount', kind: 'sum', label: word('amount'), isRequired: true },
        { name: 'respond_by', kind: 'day', label: word('respond-by') },
        { name: 'reason', kind: 'text', label: word('reason'), hint: word('reason-hint'), isRequired: true },
        { name: 'evidence', kind: 'pictures', maxKib, label: word('evidence') },
      ]}
      send={({ amount, respond_by, ...more }) =>
        api.post('chargebacks', {
          ...more,
          order_id: orderId,
          // Nothing typed is no number, which the server names.
          amount: Number(typedSum(amount) || Number.NaN),
          ...(respond_by && { respond_by }),
        })
      }
      done={word('done')}
      refresh={['approvals', 'orders', 'shops', 'ledger']}
      onDone={onClose}
    />
  );
}
