import '@/lib/form-words';
import { Description, DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/button';

interface OrderDialogProps {
  title: string;
  text?: string | undefined;
  confirmLabel: string;
  isDanger?: boolean;
  isLoading: boolean;
  /** Has room for a table. */
  isWide?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Something that is done to an order, with what has to be said for it. */
export function OrderDialog(props: OrderDialogProps) {
  const { title, text, confirmLabel, isDanger = false, isLoading, isWide = false } = props;
  const { t } = useTranslation('common');
  const form = useRef<HTMLFormElement>(null);

  // Not by the dialog: this content comes when the dialog stands already.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus(), []);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onConfirm();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={handleSubmit}
      className={`${isWide ? 'w-160' : 'w-108'} max-w-full p-6 phone:w-full`}
    >
      <DialogTitle className="pe-8 text-card font-semibold text-balance">{title}</DialogTitle>
      {text && <Description className="mt-1 text-ink-second">{text}</Description>}
      {props.children && <div className="mt-4 grid gap-4">{props.children}</div>}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={props.onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isLoading={isLoading}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
