import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import type { AuthAnswer } from '@/contract/accounts/auth';
import type { LoginInput } from '@/contract/accounts/auth/schema';
import { api } from '@/lib/api/client';
import { type ClientError, messageKey, toClientError, waitWords } from '@/lib/api/errors';
import { accept } from './accept';

/**
 * Signs in (reference pages §3.1). What went wrong is put on its field, else told as `problem`; a `challenge` asks for the
 * second factor.
 */
export function useLogin(setError: UseFormSetError<LoginInput>) {
  const { t } = useTranslation(['common', 'form']);
  const [problem, setProblem] = useState<string>();
  const [challenge, setChallenge] = useState<string>();

  const { mutate, isPending } = useMutation({
    mutationFn: (input: LoginInput) => api.post<AuthAnswer>('token', input),
    onMutate: () => setProblem(undefined),
    onSuccess: (answer) => {
      if (answer.challenge) return setChallenge(answer.challenge);
      const key = accept(answer);
      if (key) setProblem(t(key));
    },
    onError: (reason) => {
      const error = toClientError(reason);
      for (const field of ['email', 'password'] as const) {
        const message = error.fields[field]?.[0];
        if (message) setError(field, { message });
      }
      if (Object.keys(error.fields).length === 0) setProblem(textOf(error, t));
    },
    meta: { silent: true },
  });

  return {
    login: mutate,
    isPending,
    problem,
    forgetProblem: () => setProblem(undefined),
    challenge,
    forgetChallenge: () => setChallenge(undefined),
  };
}

function textOf(error: ClientError, t: TFunction<readonly ['common', 'form']>): string {
  if (error.status !== 429 || error.retryAfter === undefined) return t(messageKey(error));
  return t(...waitWords(error.retryAfter));
}
