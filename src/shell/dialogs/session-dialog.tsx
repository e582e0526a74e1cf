import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import type { Me } from '@/contract/accounts/auth';
import { loseSession, onCredentials, readCredentials } from '@/lib/session/session';
import { onSessionEnd } from '@/lib/session/sign-in-again';
import { lazyDialog } from './lazy-dialog';

const DialogFrame = dynamic(() => import('./dialog-frame').then((module) => module.DialogFrame), {
  ssr: false,
});
const SignInAgain = lazyDialog(() => import('@/features/accounts/auth/sign-in-again'), 'SignInAgain');

/** The dialog of an ended session, above the open one, whose input must not be lost. */
export function SessionDialog() {
  const client = useQueryClient();
  const [ended, setEnded] = useState<{ token: string; email: string }>();

  useEffect(
    () =>
      onSessionEnd((token) => {
        // Nobody else can continue here: without knowing the person, the session is lost.
        const email = client.getQueryData<Me>(['me'])?.email;
        if (email) setEnded({ token, email });
        return Boolean(email);
      }),
    [client],
  );
  useEffect(
    () =>
      onCredentials(() => {
        if (readCredentials()?.token === ended?.token) return;
        setEnded(undefined);
        void client.invalidateQueries({ queryKey: ['me'] });
      }),
    [client, ended],
  );

  if (!ended) return null;
  return (
    // Escape does not close it: that would lose the input.
    <DialogFrame look={{ hasCloseButton: false }} onClose={() => undefined}>
      <SignInAgain email={ended.email} onLeave={() => loseSession(ended.token)} />
    </DialogFrame>
  );
}
