import { DialogTitle } from '@headlessui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { DraftNote } from '@/components/form/draft-note';
import { wrongKeys } from '@/components/form/form-errors';
import { FormProblems, type FormProblemsProps } from '@/components/form/form-frame';
import { Button } from '@/components/ui/button';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { vendorStartKey } from './use-vendor-start';

interface ShortFrameProps extends FormProblemsProps {
  title: string;
  text: string;
  /** Address of the form with all fields. */
  longForm: string;
  saveLabel?: string | undefined;
  /** What Enter and the button do instead of submitting. */
  onSave?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Dialog over the form of a record that shows a few of its fields. It shares the draft of the long form. */
export function ShortFrame(props: ShortFrameProps) {
  const { record, title, text, longForm, saveLabel, onSave = record.submit, labelOf, onClose } = props;
  const { t } = useTranslation(['insights', 'form', 'common']);
  const redirect = useRedirect();
  const form = useRef<HTMLFormElement>(null);
  const wrong = wrongKeys(record.form.formState.errors);

  // The dialog cannot set the focus: this content loads after it opened.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave();
  };
  const openLongForm = () => {
    // Closing first writes the draft, which the long form offers.
    flushSync(onClose);
    redirect(longForm);
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={handleSubmit}
      className="w-140 max-w-full p-6 phone:w-full phone:p-5"
    >
      <DialogTitle className="pe-8 text-card font-semibold text-balance">{title}</DialogTitle>
      <p className="mt-1 text-ink-second">{text}</p>
      <DraftNote draft={record.draft} />
      <FormProblems {...{ record, labelOf }} textOf={props.textOf} />
      {/* Input is locked while a save waits for the server. */}
      <div className="@container mt-4 grid gap-4" inert={record.isWaiting}>
        {props.children}
      </div>
      <Button variant="ghost" size="small" className="-ms-2 mt-3" onClick={openLongForm}>
        {t('insights:first-steps.vendor.all-fields')}
      </Button>
      <p aria-live="polite" className="font-medium text-bad">
        {wrong.length > 0 &&
          t('form:errors-count', {
            count: wrong.length,
            fields: [...new Set(wrong.map(labelOf))].join(', '),
          })}
      </p>
      <DialogButtons className="mt-4">
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" isLoading={record.isSaving}>
          {saveLabel ?? t('common:button-save')}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** Closes a short form after its save; the guide then shows the step's new state. */
export function useStepDone(onClose: () => void): () => void {
  const client = useQueryClient();
  return () => {
    onClose();
    void client.invalidateQueries({ queryKey: vendorStartKey });
  };
}
