import { useTranslation } from 'next-i18next/pages';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import type { DialogData } from '@/contract/dialogs';

interface LeaveDialogProps {
  data: DialogData['LEAVE_PAGE'];
  onClose: () => void;
}

/** Asks before a page with unsaved changes is left. */
export function LeaveDialog({ data, onClose }: LeaveDialogProps) {
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
