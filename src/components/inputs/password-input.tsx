import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { Input } from '@/components/inputs/input';
import { IconButton } from '@/components/ui/icon-button';

interface PasswordInputProps extends ComponentProps<'input'> {
  /** Told on every key, to warn before a wrong password is sent. */
  onCapsLock?: (isOn: boolean) => void;
}

/** A password that can be looked at. */
export function PasswordInput({ onCapsLock, ...rest }: PasswordInputProps) {
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
