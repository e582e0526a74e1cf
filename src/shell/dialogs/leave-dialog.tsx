import { useTranslation } from 'next-i18next/pages';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import type { DialogProps } from '@/contract/dialogs';

/** Asks before a page with unsaved changes is left. */
export function LeaveDialog({ data, onClose }: DialogProps<'LEAVE_PAGE'>) {
  const { t } = useTranslation('form');
  return (
    <ConfirmDialog
      title={t('form:leave.title')}
      text={data.text}
      confirmLabel={t('form:leave.confirm')}
      cancelLabel={t('form:leave.stay')}
      isDeletion={false}
      onConfirm={() => {
        onClose();
        data.onLeave();
      }}
      onClose={onClose}
    />
  );
}
