import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { CallError } from '@/components/page/call-error';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { ApproveDialog } from './approve-dialog';
import { DialogHead } from './dialog-head';
import { DisapproveDialog } from './disapprove-dialog';

/** Switches a shop or a product on or off, depending on its state. */
export function ActivateDialog({ data, onClose }: DialogProps<'ACTIVATE_VIEW'>) {
  const { kind, id, name, isActive } = data;
  if (kind === 'product') return <Publication data={data} onClose={onClose} />;
  const Decision = isActive ? DisapproveDialog : ApproveDialog;
  return <Decision data={{ id, name }} onClose={onClose} />;
}

function Publication({ data: { id, name, isActive, status }, onClose }: DialogProps<'ACTIVATE_VIEW'>) {
  const { t } = useTranslation(['shops', 'common']);
  const client = useQueryClient();
  const goal = status ?? (isActive ? 'draft' : 'publish');
  const verb = goal === 'under_review' ? 'submit' : isActive ? 'unpublish' : 'publish';
  const move = useMutation({
    meta: { silent: true },
    mutationFn: () => api.put(`products/${id}`, { status: goal }),
    onSuccess: async () => {
      showToast('success', t('common:successfully-updated'));
      await client.invalidateQueries({ queryKey: ['products'] });
      onClose();
    },
  });
  return (
    <div className="grid w-100 max-w-full gap-5 p-6 phone:w-full phone:p-5">
      <DialogHead
        icon={isActive ? EyeOff : Eye}
        tone={isActive ? 'warn' : 'good'}
        title={t(`shops:shops.${verb}-title`)}
        subject={name}
        text={t(`shops:shops.${verb}-text`)}
      />
      <CallError error={move.error} />
      <DialogButtons className="">
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button
          variant={isActive ? 'danger' : 'primary'}
          isLoading={move.isPending}
          onClick={() => move.mutate()}
        >
          {t(`shops:shops.${verb}`)}
        </Button>
      </DialogButtons>
    </div>
  );
}
