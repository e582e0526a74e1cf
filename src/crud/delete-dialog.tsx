import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import type { AnyResource } from '@/contract/core/define';
import { useRemove } from '@/crud/use-remove';
import { UsesList } from '@/crud/uses-list';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';

interface DeleteDialogProps {
  resource: AnyResource;
  data: { id: number; title: string };
  onClose: () => void;
}

/**
 * Confirmation with the title and text of specification §9, the record's name and a word about undo; deletes by id and
 * closes immediately (rules/panel: deleting needs no second thought). A record in use has no button to delete it.
 */
export function DeleteDialog({ resource, data, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('common');
  const canRestore = useCan('restore');
  const remove = useRemove(resource);
  const asked = useUses(resource, data.id);
  const { uses = {}, slug = null } = asked.data ?? {};
  if (Object.keys(uses).length > 0) {
    return (
      <ConfirmDialog
        title={t('common:delete-used.title')}
        text={t('common:delete-used.text')}
        subject={data.title}
        confirmLabel={t('common:button-delete')}
        onClose={onClose}
      >
        <UsesList uses={uses} of={{ endpoint: resource.endpoint, id: data.id, slug }} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('common:button-delete')}
      text={t('common:delete-item-confirm')}
      subject={data.title}
      note={canRestore ? t('common:delete-can-undo') : undefined}
      confirmLabel={t('common:button-delete')}
      isLoading={asked.isLoading || remove.isPending}
      onConfirm={() => {
        remove.mutate({ id: data.id });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** What refers to the record; without an answer the server decides when it is deleted. */
function useUses({ name, endpoint }: AnyResource, id: number) {
  const canAsk = useCan('uses');
  return useQuery({
    queryKey: [name, 'uses', id],
    queryFn: () => api.get(`${endpoint}/${id}/uses`),
    enabled: canAsk,
    retry: false,
    gcTime: 0,
  });
}
