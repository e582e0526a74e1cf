import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, useState } from 'react';
import { Field } from './field';
import { PasswordInput } from './password-input';

interface PasswordFieldProps extends ComponentProps<'input'> {
  id: string;
  label: string;
  /** Already translated. */
  error?: string | undefined;
  hint?: string | undefined;
}

/** A labelled password that warns of what one cannot see: Caps Lock, and a keyboard left in Russian. */
export function PasswordField({ id, label, error, hint, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('common');
  const [hasCapsLock, setCapsLock] = useState(false);
  const [isCyrillic, setCyrillic] = useState(false);
  const warning = hasCapsLock ? 'text-caps-lock' : isCyrillic ? 'text-wrong-layout' : undefined;

  return (
    <div className="min-w-0">
      <Field id={id} label={label} error={error} hint={hint}>
        {(control) => (
          <PasswordInput
            {...control}
            {...rest}
            onInput={({ currentTarget }) => setCyrillic(/\p{Script=Cyrillic}/u.test(currentTarget.value))}
            onCapsLock={setCapsLock}
          />
        )}
      </Field>
      <p role="status" className="mt-1.5 text-small font-medium text-warn empty:hidden">
        {warning && t(warning)}
      </p>
    </div>
  );
}
