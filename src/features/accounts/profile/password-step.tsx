import { SendPart } from '@/components/form/send-part';
import { usePartForm } from '@/lib/form/use-part-form';
import { CurrentPassword } from './current-password';

interface PasswordStepProps<Answer> {
  text: string;
  submitLabel: string;
  send: (input: { password: string }) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  onCancel: () => void;
}

/** Asks for the password again before a security setting is changed. */
export function PasswordStep<Answer>(props: PasswordStepProps<Answer>) {
  const { text, submitLabel, send, onSent, onCancel } = props;
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.passwordOnlySchema),
    values: { password: '' },
    send,
    onSent,
  });

  return (
    <form noValidate onSubmit={part.submit} className="grid max-w-xl gap-4">
      <p>{text}</p>
      <CurrentPassword part={part} id="factor-password" />
      <SendPart part={part} label={submitLabel} onCancel={onCancel} />
    </form>
  );
}
