import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import type { AuthAnswer } from '@/contract/accounts/auth';
import type { LoginInput } from '@/contract/accounts/auth/schema';
import type { PublicProvider } from '@/contract/accounts/providers';
import { api } from '@/lib/api/client';
import { type ClientError, messageKey, toClientError } from '@/lib/api/client-error';
import { type EarlySignIn, keepPreloaded } from '@/lib/api/preload';
import { waitWords } from '@/lib/api/wait-words';
import { accept } from './accept';

/** Signs in. Errors are shown at their fields or as `problem`; a `challenge` asks for the second factor. */
export function useLogin(setError: UseFormSetError<LoginInput>) {
  const { t } = useTranslation(['common', 'form']);
  const [problem, setProblem] = useState<string>();
  const [challenge, setChallenge] = useState<string>();
  const [demanded, setDemanded] = useState<PublicProvider>();

  const early = useRef<EarlySignIn>(undefined);

  const { mutate, isPending } = useMutation({
    mutationFn: async (input: LoginInput) =>
      (await answerOf(early.current, input)) ?? api.post('token', input),
    onMutate: () => {
      setProblem(undefined);
      setDemanded(undefined);
    },
    onSuccess: (answer) => {
      if (answer.challenge) return setChallenge(answer.challenge);
      const key = accept(answer);
      if (!key) return;
      setProblem(t(key));
    },
    onError: (reason) => {
      const error = toClientError(reason);
      for (const field of ['email', 'password'] as const) {
        const message = error.fields[field]?.[0];
        if (message) setError(field, { message });
      }
      if (Object.keys(error.fields).length === 0) setProblem(textOf(error, t));
      if (error.code === 'SIGN_IN_THROUGH') setDemanded(error.current as PublicProvider);
    },
    meta: { silent: true },
  });

  return {
    login: mutate,
    early,
    isPending,
    problem,
    demanded,
    forgetProblem: () => setProblem(undefined),
    challenge,
    askSecondFactor: setChallenge,
    forgetChallenge: () => setChallenge(undefined),
  };
}

/** The response to the same form sent earlier; undefined when there is none. Throws its error. */
async function answerOf(early: EarlySignIn | undefined, input: LoginInput): Promise<AuthAnswer | undefined> {
  if (early?.email !== input.email || early.password !== input.password) return undefined;
  const { answer: sent, me } = early;
  delete early.answer;
  const received = await sent;
  if (!received) return undefined;
  const answer = await api.early({ method: 'post', url: 'token' }, received);
  if (answer.token && me) keepPreloaded(answer.token, api.address('me'), me);
  return answer;
}

function textOf(error: ClientError, t: TFunction): string {
  if (error.status !== 429 || error.retryAfter === undefined) return t(messageKey(error), error.names);
  return t(...waitWords(error.retryAfter));
}
