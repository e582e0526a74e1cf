import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import { submitOnCtrlEnter } from './submit-key';

interface ReasonFieldProps {
  label: string;
  hint?: string | undefined;
  /** Prefix of the template translations: `form:feedback.<words>.template.<name>`. */
  words: string;
  templates: readonly string[];
  isRequired?: boolean;
  value: string;
  /** Translation key of the error in `form`. */
  mistake: string | undefined;
  onChange: (text: string) => void;
}

/** Reason input with one-click templates that can be edited. */
export function ReasonField(props: ReasonFieldProps) {
  const { label, hint, words, templates, isRequired = false, value, mistake, onChange } = props;
  const { t } = useTranslation(['feedback', 'form']);
  return (
    <div>
      <Field
        as={Textarea}
        id="feedback-reason"
        label={label}
        {...(hint !== undefined && { hint })}
        {...(mistake !== undefined && { error: t(`form:${mistake}`, { defaultValue: mistake }) })}
        isRequired={isRequired}
        rows={3}
        maxLength={1000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={submitOnCtrlEnter}
      />
      <fieldset className="mt-3">
        <legend className="mb-1.5 text-small text-ink-second">{t('feedback:feedback.templates')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {templates.map((name) => (
            <Button
              key={name}
              size="small"
              onClick={() => onChange(t(`feedback:feedback.${words}.template.${name}.text`))}
            >
              {t(`feedback:feedback.${words}.template.${name}.name`)}
            </Button>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
