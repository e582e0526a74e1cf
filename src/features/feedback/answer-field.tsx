import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { maxFeedbackLength } from '@/contract/feedback/reviews/values';
import { submitOnCtrlEnter } from './submit-key';

interface AnswerFieldProps {
  value: string;
  /** Translation key of the error in `form`. */
  mistake: string | undefined;
  onChange: (text: string) => void;
}

/** Input for the shop's answer to a question. */
export function AnswerField({ value, mistake, onChange }: AnswerFieldProps) {
  const { t } = useTranslation(['feedback', 'form']);
  return (
    <Field
      id="question-answer"
      label={t('feedback:feedback.reply.answer')}
      {...(mistake !== undefined && { error: t(`form:${mistake}`, { defaultValue: mistake }) })}
      isRequired
    >
      {(control) => (
        <Textarea
          {...control}
          rows={5}
          maxLength={maxFeedbackLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={submitOnCtrlEnter}
        />
      )}
    </Field>
  );
}
