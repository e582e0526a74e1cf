import { useTranslation } from 'next-i18next/pages';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import { TokenInput } from '@/components/inputs/token-input';

interface FactorCodeFieldProps {
  id: string;
  /** A recovery code instead of that of the authenticator app. */
  isRecovery: boolean;
  code: { value: string; onChange: (value: string) => void };
  error: string | undefined;
  onComplete: () => void;
}

/** The code of the second factor, at sign-in and before money moves. */
export function FactorCodeField({ id, isRecovery, code, error, onComplete }: FactorCodeFieldProps) {
  const { t } = useTranslation(['form', 'accounts']);
  return (
    <Field
      id={id}
      label={t(isRecovery ? 'accounts:second-factor.recovery-code' : 'form:code.label')}
      error={error}
    >
      {(control) =>
        isRecovery ? (
          <TokenInput
            {...control}
            value={code.value}
            onChange={({ target }) => code.onChange(target.value)}
            autoComplete="off"
          />
        ) : (
          <CodeInput control={control} {...code} onComplete={onComplete} autoFocus />
        )
      }
    </Field>
  );
}
