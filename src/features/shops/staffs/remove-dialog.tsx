import words from '@locales/ru/resources.json?staffs';
import { useTranslation } from 'next-i18next/pages';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { staffs } from '@/contract/shops/staffs';
import { useRemove } from '@/crud/use-remove';
import { addWords } from '@/lib/i18n/i18n';

addWords('resources', { staffs: words.staffs });

interface RemoveDialogProps {
  data: { id: number; title: string };
  onClose: () => void;
}

/** Confirms removing a person from a shop and explains it: the account is not deleted. */
export function RemoveDialog({ data, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('resources');
  const remove = useRemove(staffs);
  return (
    <ConfirmDialog
      title={t('resources:staffs.remove.title')}
      text={t('resources:staffs.remove.text')}
      subject={data.title}
      confirmLabel={t('resources:staffs.remove.button')}
      isLoading={remove.isPending}
      onConfirm={() => {
        remove.mutate({ id: data.id });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
