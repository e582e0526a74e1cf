import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { ReplyTemplates } from '@/components/domain/replies/reply-templates';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { maxFeedbackLength } from '@/contract/feedback/reviews/values';
import { selectPlaceholder, withReply } from '@/lib/reply-templates';
import { submitOnCtrlEnter } from './submit-key';

interface AnswerFieldProps {
  value: string;
  /** Translation key of the error in `form`. */
  mistake: string | undefined;
  onChange: (text: string) => void;
  /** Shop that answers, and the customer who is answered. */
  about?: { shop: { id: number; name: string; slug: string | null } | null; customer: string | undefined };
}

/** Input for the shop's answer to a question. */
export function AnswerField({ value, mistake, onChange, about }: AnswerFieldProps) {
  const { t } = useTranslation(['feedback', 'form']);
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <Field
      id="question-answer"
      label={t('feedback:feedback.reply.answer')}
      {...(mistake !== undefined && { error: t(`form:${mistake}`, { defaultValue: mistake }) })}
      isRequired
    >
      {(control) => (
        <div className="flex items-start gap-1">
          <Textarea
            ref={box}
            className="min-w-0 flex-1"
            {...control}
            rows={5}
            maxLength={maxFeedbackLength}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={submitOnCtrlEnter}
          />
          {about && (
            <ReplyTemplates
              shop={about.shop}
              values={{
                ...(about.shop && { shop: about.shop.name }),
                ...(about.customer && { customer: about.customer }),
              }}
              onPick={(reply) => {
                onChange(withReply(box, value, reply).slice(0, maxFeedbackLength));
                selectPlaceholder(box);
              }}
            />
          )}
        </div>
      )}
    </Field>
  );
}
