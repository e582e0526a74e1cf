import { Description, DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import { longestReason, reviewsPerStep } from '@/contract/catalogue/products/review-decision';
import type { DialogProps } from '@/contract/dialogs';
import { toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { useDecideMany, useReject } from './use-reviews';

/** Common reasons to start from. */
const templates = ['pictures', 'description', 'category', 'documents', 'marks'] as const;

/** Asks for the reason of a rejection, which the vendor reads in an email and above the product form. */
export function RejectDialog({ data, onClose }: DialogProps<'REJECT_PRODUCT_REVIEW'>) {
  const reject = useReject();
  const [refused] = Object.values(reject.error ? toClientError(reject.error).fields : {}).flat();
  // On a conflict the submission is already decided, and a toast has said so.
  const send = (reason: string) =>
    reject.mutate(
      { id: data.id, version: data.version, name: data.name, reason },
      { onSuccess: onClose, onError: (error) => toClientError(error).code === 'CONFLICT' && onClose() },
    );
  return (
    <ReasonForm
      name={data.name}
      refused={refused}
      isSending={reject.isPending}
      onClose={onClose}
      onSend={send}
    />
  );
}

/** The same for many submissions with one reason. */
export function RejectReviewsDialog({
  data: { target, count, onDone },
  onClose,
}: DialogProps<'REJECT_PRODUCT_REVIEWS'>) {
  const { t, i18n } = useTranslation('catalogue');
  const { decide, decided } = useDecideMany();
  const number = formatNumber(count, i18n.language);
  const send = async (reason: string) => {
    if (!(await decide('reject', target, reason))) return;
    onDone();
    onClose();
  };
  return (
    <ReasonForm
      name={t('catalogue:products.moderation.many', { count, number })}
      isSending={decided !== undefined}
      onClose={onClose}
      onSend={(reason) => void send(reason)}
    >
      {decided !== undefined && count > reviewsPerStep && (
        <p role="status" className="text-small text-ink-second tabular-nums">
          {t('catalogue:products.bulk.progress', {
            done: formatNumber(decided, i18n.language),
            count: number,
          })}
        </p>
      )}
    </ReasonForm>
  );
}

interface ReasonFormProps {
  name: string;
  /** Error of the server, as a key of `form`. */
  refused?: string | undefined;
  isSending: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

function ReasonForm({ name, refused, isSending, onSend, onClose, children }: ReasonFormProps) {
  const { t } = useTranslation(['catalogue', 'common', 'form']);
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const wrong = isEmpty ? 'error-reason-required' : refused;
  const write = (text: string) => {
    setReason(text);
    setEmpty(false);
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = reason.trim();
    setEmpty(text === '');
    if (text !== '') onSend(text);
  };
  return (
    <form
      noValidate
      className="grid w-130 max-w-full gap-4 p-6 phone:w-full phone:p-5"
      onSubmit={handleSubmit}
    >
      <Heading name={name} />
      <div>
        <Field
          as={Textarea}
          id="reject-reason"
          label={t('catalogue:products.moderation.reason')}
          error={wrong && t(`form:${wrong}`, { defaultValue: wrong })}
          isRequired
          // The dialog's only field.
          autoFocus
          rows={4}
          maxLength={longestReason}
          value={reason}
          onChange={(event) => write(event.target.value)}
        />
        <Templates onChoose={write} />
      </div>
      {children}
      <DialogButtons className="">
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="danger" isLoading={isSending}>
          {t('catalogue:products.moderation.reject')}
        </Button>
      </DialogButtons>
    </form>
  );
}

function Heading({ name }: { name: string }) {
  const { t } = useTranslation('catalogue');
  return (
    <header className="pe-8">
      <DialogTitle className="text-card font-semibold">
        {t('catalogue:products.moderation.reject-title')}
      </DialogTitle>
      <p className="font-medium break-words">{name}</p>
      <Description className="mt-1 text-ink-second">
        {t('catalogue:products.moderation.reject-text')}
      </Description>
    </header>
  );
}

function Templates({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('catalogue');
  return (
    <fieldset className="mt-3">
      <legend className="mb-1.5 text-small text-ink-second">
        {t('catalogue:products.moderation.templates')}
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {templates.map((name) => (
          <Button
            key={name}
            size="small"
            onClick={() => onChoose(t(`catalogue:products.moderation.template.${name}.text`))}
          >
            {t(`catalogue:products.moderation.template.${name}.name`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
