import { useTranslation } from 'next-i18next/pages';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import type { AnyResource } from '@/contract/core/define';
import { useRemove } from '@/crud/use-remove';

interface DeleteDialogProps {
  resource: AnyResource;
  data: { id: number; title: string };
  onClose: () => void;
}

/** Confirmation that names the record; deletes by id and closes at once (specification §4, §9). */
export function DeleteDialog({ resource, data, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('common');
  const remove = useRemove(resource);
  return (
    <ConfirmDialog
      title={t('common:button-delete')}
      text={t('common:delete-item-confirm')}
      subject={data.title}
      confirmLabel={t('common:button-delete')}
      isLoading={remove.isPending}
      onConfirm={() => {
        remove.mutate({ id: data.id });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
