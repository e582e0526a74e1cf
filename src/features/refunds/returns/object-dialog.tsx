import { useTranslation } from 'next-i18next/pages';
import { ActionForm } from '@/components/form/action-form';
import type { Attachment } from '@/contract/core/define';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { useSettings } from '@/state/settings';
import { refundFamilies } from '../use-refund-call';

const empty = { note: '', images: [] as Attachment[] };

/** A shop objects to a refund with a reason and photos; then an administrator decides. */
export function ObjectDialog({ data: { id }, onClose }: DialogProps<'OBJECT_REFUND'>) {
  const { t } = useTranslation('refunds');
  const word = (key: string) => t(`refunds:refunds.${key}`);
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  return (
    <ActionForm
      id="objection"
      look="dialog"
      title={word('returns.object-title')}
      text={word('returns.object-text')}
      confirmLabel={word('returns.object')}
      values={empty}
      fields={[
        {
          name: 'note',
          kind: 'text',
          label: word('returns.object-note'),
          hint: word('returns.object-hint'),
          isRequired: true,
          emptyError: 'error-refund-note-required',
        },
        { name: 'images', kind: 'pictures', maxKib, label: word('dialogs.pictures') },
      ]}
      send={(input) => api.post(`refunds/${id}/answer`, { answer: 'objected', ...input })}
      done={word('returns.objected')}
      refresh={refundFamilies}
      onDone={onClose}
    />
  );
}
