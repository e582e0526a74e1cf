import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import type { DialogProps } from '@/contract/dialogs';
import { UsesList } from '@/crud/uses-list';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';

/** Confirms deleting many rows and says beforehand how many stay because others refer to them. */
export function BulkRemoveDialog({ data, onClose }: DialogProps<'REMOVE_ROWS'>) {
  const { resource, target, count, onConfirm } = data;
  const { t, i18n } = useTranslation('common');
  const canAsk = useCan('uses');
  const asked = useQuery({
    queryKey: [resource.name, 'uses', target],
    queryFn: () => api.post(`${resource.endpoint}/bulk/uses`, target),
    enabled: canAsk,
    retry: false,
    gcTime: 0,
  });
  const { refused = 0, uses = {} } = asked.data ?? {};
  const words = (of: number) => ({ count: of, number: formatNumber(of, i18n.language) });
  const isNone = refused > 0 && refused >= count;
  return (
    <ConfirmDialog
      title={isNone ? t('common:bulk.all-used') : t('common:bulk.remove-title', words(count - refused))}
      text={refused > 0 ? t('common:bulk.used', words(refused)) : t('common:bulk.remove-text')}
      confirmLabel={t('common:button-delete')}
      isLoading={asked.isLoading}
      onConfirm={
        isNone
          ? undefined
          : () => {
              onClose();
              onConfirm();
            }
      }
      onClose={onClose}
    >
      {refused > 0 && <UsesList uses={uses} />}
    </ConfirmDialog>
  );
}
