import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { IconButton } from '@/components/ui/icon-button';

interface PasswordFieldProps extends ComponentProps<'input'> {
  id: string;
  label: string;
  /** Already translated. */
  error?: string | undefined;
  hint?: string | undefined;
}

/** A labelled password input that warns about Caps Lock and the Russian layout. */
export function PasswordField({ id, label, error, hint, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('common');
  const [hasCapsLock, setCapsLock] = useState(false);
  const [isCyrillic, setCyrillic] = useState(false);
  const warning = hasCapsLock ? 'text-caps-lock' : isCyrillic ? 'text-wrong-layout' : undefined;

  return (
    <div className="min-w-0">
      <Field
        as={PasswordInput}
        id={id}
        label={label}
        error={error}
        hint={hint}
        {...rest}
        onInput={({ currentTarget }) => setCyrillic(/\p{Script=Cyrillic}/u.test(currentTarget.value))}
        onCapsLock={setCapsLock}
      />
      <p role="status" className="mt-1.5 text-small font-medium text-warn empty:hidden">
        {warning && t(warning)}
      </p>
    </div>
  );
}

interface PasswordInputProps extends ComponentProps<'input'> {
  /** Called on every key press. */
  onCapsLock?: (isOn: boolean) => void;
}

function PasswordInput({ onCapsLock, ...rest }: PasswordInputProps) {
  const { t } = useTranslation('common');
  const [isShown, setShown] = useState(false);
  const watch = (event: KeyboardEvent) => onCapsLock?.(event.getModifierState('CapsLock'));

  return (
    <div className="relative">
      <Input
        {...rest}
        type={isShown ? 'text' : 'password'}
        onKeyDown={watch}
        onKeyUp={watch}
        className="pe-11"
      />
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        label={t(isShown ? 'text-hide-password' : 'text-show-password')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute! end-0.5 top-1/2 -translate-y-1/2"
      />
    </div>
  );
}
