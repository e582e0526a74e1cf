import { DialogTitle } from '@headlessui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { DraftNote } from '@/components/form/draft-note';
import { ErrorLinks } from '@/components/form/error-links';
import { topLevelKey, wrongPaths } from '@/components/form/form-errors';
import { FormProblems, type FormProblemsProps } from '@/components/form/form-frame';
import { Button } from '@/components/ui/button';
import { vendorStartKey } from '@/features/insights/first-steps/use-vendor-start';
import { useRedirect } from '@/lib/hooks/use-redirect';

interface ShortFrameProps extends FormProblemsProps {
  title: string;
  text: string;
  /** Paths of the shown fields, or of groups of them. */
  fields: readonly string[];
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
  // Fields of the record that are wrong without being shown: only the long form can mend them.
  const hidden = wrongPaths(record.form.formState.errors).filter(
    (path) => !props.fields.some((shown) => path === shown || path.startsWith(`${shown}.`)),
  );

  // The draft of the long form may be about other fields.
  const isOfDraft = record.draft.names.some((name) =>
    props.fields.some((shown) => shown === name || shown.startsWith(`${name}.`)),
  );

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
      {isOfDraft && <DraftNote draft={record.draft} />}
      <FormProblems record={record} labelOf={labelOf} textOf={props.textOf} />
      {/* Input is locked while a save waits for the server. */}
      <div className="@container mt-4 grid gap-4" inert={record.isWaiting}>
        {props.children}
      </div>
      <div aria-live="polite" className="mt-4 empty:hidden">
        {hidden.length > 0 && (
          <ErrorLinks
            count={hidden.length}
            places={hidden.map((path) => ({ label: labelOf(topLevelKey(path)) }))}
          />
        )}
      </div>
      <button
        type="button"
        onClick={openLongForm}
        className="mt-4 rounded-badge text-accent-ink hover:underline pointer-coarse:py-2.5"
      >
        {t('insights:first-steps.vendor.all-fields')}
      </button>
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
