import { PasswordField } from '@/components/inputs/password-field';
import { PasswordRules } from '@/components/inputs/password-rules';
import type { PartForm } from '@/lib/form/use-part-form';

interface NewPasswordFieldProps {
  part: PartForm;
  name: string;
  label: string;
}

/** New password with its rules ticked off below. */
export function NewPasswordField({ part, name, label }: NewPasswordFieldProps) {
  return (
    <div>
      <PasswordField id={name} label={label} {...part.field(name)} autoComplete="new-password" />
      <PasswordRules password={part.bind(name).value} />
    </div>
  );
}
