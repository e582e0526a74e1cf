import { useTranslation } from 'next-i18next/pages';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import type { AnyResource } from '@/contract/core/define';
import { useRemove } from '@/crud/use-remove';
import { useCan } from '@/lib/api/capabilities';

interface DeleteDialogProps {
  resource: AnyResource;
  data: { id: number; title: string };
  onClose: () => void;
}

/**
 * Confirmation with the title and text of specification §9, the record's name and a word about undo; deletes by id and
 * closes immediately (rules/panel: deleting needs no second thought).
 */
export function DeleteDialog({ resource, data, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('common');
  const canRestore = useCan('restore');
  const remove = useRemove(resource);
  return (
    <ConfirmDialog
      title={t('common:button-delete')}
      text={t('common:delete-item-confirm')}
      subject={data.title}
      note={canRestore ? t('common:delete-can-undo') : undefined}
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
