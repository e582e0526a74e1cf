import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { api, loadPart } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { accept } from './accept';

interface PasskeyButtonProps {
  label: string;
  /** Returns the key of an error, if there is one. */
  run: () => Promise<string | undefined>;
}

/** A button that asks the device for a passkey. Nothing where the browser has none, as over http. */
export function PasskeyButton({ label, run }: PasskeyButtonProps) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  const { mutate, isPending, data, error, reset } = useMutation({ mutationFn: run, meta: { silent: true } });
  if (typeof PublicKeyCredential === 'undefined') return null;
  const refusal = error && toClientError(error);
  const problem = refusal?.fields.passkey ? 'form:error-passkey-wrong' : refusal ? messageKey(refusal) : data;
  return (
    <div className="grid gap-3">
      <Button
        icon={<KeyRound className="size-4" />}
        isLoading={isPending}
        onClick={() => mutate()}
        className="h-10! w-full"
      >
        {label}
      </Button>
      {problem && <ErrorBanner text={t(problem, refusal?.names ?? {})} onClose={reset} />}
    </div>
  );
}

/** Loads the code of passkeys on the first click. */
export const loadPasskeys = () => loadPart(() => import('./passkey'));

/** Signs in by a passkey, with or without the password before. */
export function PasskeySignIn() {
  const { t } = useTranslation('accounts');
  return (
    <PasskeyButton
      label={t('accounts:passkeys.sign-in')}
      run={async () => {
        const options = await api.post('token/passkey/options');
        const proof = await (await loadPasskeys()).provePasskey(options);
        return proof && accept(await api.post('token/passkey', proof));
      }}
    />
  );
}
