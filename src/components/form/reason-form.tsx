import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { CallError } from '@/components/page/call-error';
import { Button } from '@/components/ui/button';
import { toClientError } from '@/lib/api/errors';

interface ReasonFormProps {
  /** Of the field, distinct on the page. */
  id: string;
  label: string;
  hint?: string | undefined;
  submit: string;
  isLoading: boolean;
  isDisabled?: boolean;
  error: unknown;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  className: string;
  children: ReactNode;
}

/** What somebody decides about money, with the reason that everybody reads afterwards. */
export function ReasonForm(props: ReasonFormProps) {
  const { id, label, hint, submit, isLoading, isDisabled = false, onSubmit, onClose } = props;
  const { t } = useTranslation(['common', 'form']);
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setEmpty(reason.trim() === '');
    if (reason.trim() !== '') onSubmit(reason.trim());
  };
  return (
    <form noValidate onSubmit={handleSubmit} className={props.className}>
      {props.children}
      <Field
        as={Textarea}
        id={id}
        label={label}
        hint={hint}
        isRequired
        error={isEmpty ? t('form:error-adjustment-reason-required') : undefined}
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {/* Waits for a second person: the toast of such an answer says so. */}
      {toClientError(props.error).status !== 202 && <CallError error={props.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={isLoading} disabled={isDisabled}>
          {submit}
        </Button>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      </div>
    </form>
  );
}
