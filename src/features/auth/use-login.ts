import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import type { AuthAnswer } from '@/contract/auth';
import type { LoginInput } from '@/contract/auth/schema';
import { adminOwnerStaff, isAllowed } from '@/contract/permissions';
import { api } from '@/lib/api';
import { type ClientError, messageKey, toClientError } from '@/lib/errors';
import { storeCredentials, storeEmailVerified } from '@/lib/session';

/**
 * Signs in (reference pages §3.1): the answer is kept in the credential cookie, and the gate, which follows that cookie,
 * leads on to where the person wanted to go. What went wrong is put on its field, else told as `problem`.
 */
export function useLogin(setError: UseFormSetError<LoginInput>) {
  const { t } = useTranslation(['common', 'form']);
  const [problem, setProblem] = useState<string>();

  const { mutate, isPending } = useMutation({
    mutationFn: (input: LoginInput) => api.post<AuthAnswer>('token', input),
    onMutate: () => setProblem(undefined),
    onSuccess: (answer) => {
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

  return { login: mutate, isPending, problem, forgetProblem: () => setProblem(undefined) };
}

/** Keeps the session, or answers the key of what is wrong: a null token means wrong credentials (reference entities E24). */
function accept({ token, permissions, role, email_verified }: AuthAnswer): string | undefined {
  if (!token) return 'form:error-credential-wrong';
  if (!isAllowed(adminOwnerStaff, permissions)) return 'form:error-enough-permission';
  storeEmailVerified(email_verified ?? true);
  storeCredentials({ token, permissions, role: role ?? permissions[0] ?? '' });
  return undefined;
}

function textOf(error: ClientError, t: TFunction<readonly ['common', 'form']>): string {
  if (error.status !== 429 || error.retryAfter === undefined) return t(messageKey(error));
  return t('text-too-many-attempts', { count: Math.ceil(error.retryAfter / 60) });
}
