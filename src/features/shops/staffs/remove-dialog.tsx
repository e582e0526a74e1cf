import { useTranslation } from 'next-i18next/pages';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { staffs } from '@/contract/shops/staffs';
import { useRemove } from '@/crud/use-remove';

interface RemoveDialogProps {
  data: { id: number; title: string };
  onClose: () => void;
}

/** Confirms removing a person from a shop and explains it: the account is not deleted. */
export function RemoveDialog({ data, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('shops');
  const remove = useRemove(staffs);
  return (
    <ConfirmDialog
      title={t('shops:staffs.remove.title')}
      text={t('shops:staffs.remove.text')}
      subject={data.title}
      confirmLabel={t('shops:staffs.remove.button')}
      isLoading={remove.isPending}
      onConfirm={() => {
        remove.mutate({ id: data.id });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
