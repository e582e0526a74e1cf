import { useTranslation } from 'next-i18next/pages';
import type { ComponentProps, ReactNode, SubmitEvent } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { CallError } from '@/components/page/call-error';
import { Button } from '@/components/ui/button';
import { DialogHead } from './dialog-head';

interface ShopDialogFormProps {
  head: ComponentProps<typeof DialogHead>;
  /** The request of the dialog. */
  call: { error: unknown; isPending: boolean };
  confirm: { label: string; isDanger?: boolean };
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Form of a dialog about one shop. */
export function ShopDialogForm({ head, call, confirm, onSubmit, onClose, children }: ShopDialogFormProps) {
  const { t } = useTranslation('common');
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      noValidate
      className="grid w-120 max-w-full gap-5 p-6 phone:w-full phone:p-5"
      onSubmit={handleSubmit}
    >
      <DialogHead {...head} />
      {children}
      <CallError error={call.error} />
      <DialogButtons className="">
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant={confirm.isDanger ? 'danger' : 'primary'} isLoading={call.isPending}>
          {confirm.label}
        </Button>
      </DialogButtons>
    </form>
  );
}
