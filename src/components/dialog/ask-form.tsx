import { Description, DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useKeptInput } from '@/lib/session/keep-input';
import { DialogButtons } from './dialog-buttons';

interface AskFormProps {
  title: string;
  /** Consequences of the action. */
  text?: string | undefined;
  confirmLabel: string;
  /** Replaces «Отмена» where that would be ambiguous. */
  cancelLabel?: string | undefined;
  isDanger?: boolean;
  isLoading: boolean;
  isDisabled?: boolean;
  /** Wide enough for a table. */
  isWide?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Content of an action dialog: what happens, its consequences, required input, confirm or cancel. */
export function AskForm(props: AskFormProps) {
  const {
    title,
    text,
    confirmLabel,
    isDanger = false,
    isLoading,
    isDisabled = false,
    isWide = false,
  } = props;
  const { t } = useTranslation('common');
  const form = useRef<HTMLFormElement>(null);
  useKeptInput(true);

  // The dialog cannot set the focus: this content loads after it opened.
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
      className={`${isWide ? 'w-160' : 'w-120'} max-w-full p-6 phone:w-full phone:p-5`}
    >
      <DialogTitle className="pe-8 text-card font-semibold text-balance">{title}</DialogTitle>
      {text && <Description className="mt-1 text-ink-second">{text}</Description>}
      {props.children && <div className="mt-4 grid gap-4">{props.children}</div>}
      <DialogButtons>
        <Button onClick={props.onClose}>{props.cancelLabel ?? t('common:button-cancel')}</Button>
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
          disabled={isDisabled}
          isLoading={isLoading}
        >
          {confirmLabel}
        </Button>
      </DialogButtons>
    </form>
  );
}
