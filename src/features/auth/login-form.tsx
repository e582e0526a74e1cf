import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/button';
import { ErrorBanner } from '@/components/error-banner';
import { Field } from '@/components/field';
import { IconButton } from '@/components/icon-button';
import { Input } from '@/components/input';
import type { AuthAnswer } from '@/contract/auth';
import type { LoginInput } from '@/contract/auth/schema';
import { adminOwnerStaff, isAllowed } from '@/contract/permissions';
import { api } from '@/lib/api';
import { type ClientError, messageKey, toClientError } from '@/lib/errors';
import { lazyResolver } from '@/lib/form';
import { storeCredentials, storeEmailVerified } from '@/lib/session';

const resolver = lazyResolver<LoginInput>(() =>
  import('@/contract/auth/schema').then((module) => module.loginSchema),
);

/**
 * Signs in (reference pages §3.1): the answer is kept in the credential cookie, and the gate, which follows that cookie,
 * leads on to where the person wanted to go.
 */
export function LoginForm() {
  const { t } = useTranslation(['common', 'form']);
  const [problem, setProblem] = useState<string>();
  const [hasCapsLock, setCapsLock] = useState(false);
  const [isShown, setShown] = useState(false);
  const { register, handleSubmit, formState, setError } = useForm<LoginInput>({
    resolver,
    defaultValues: { email: '', password: '' },
  });

  const login = useMutation({
    mutationFn: (input: LoginInput) => api.post<AuthAnswer>('token', input),
    onMutate: () => setProblem(undefined),
    onSuccess: (answer) => setProblem(accept(answer)),
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

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const messageOf = (field: keyof LoginInput) => {
    const key = formState.errors[field]?.message;
    return key ? { error: t(`form:${key}`) } : {};
  };

  return (
    <form noValidate onSubmit={handleSubmit((input) => login.mutate(input))} className="space-y-4">
      <h1 className="text-title font-semibold">{t('text-login')}</h1>
      <Field id="email" label={t('text-email')} {...messageOf('email')}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            className="rtl:text-end"
          />
        )}
      </Field>
      <Field
        id="password"
        label={t('text-password')}
        {...messageOf('password')}
        {...(hasCapsLock && { hint: t('text-caps-lock') })}
      >
        {(control) => (
          <div className="relative">
            <Input
              {...control}
              {...register('password')}
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
              className="pe-11"
            />
            <IconButton
              icon={isShown ? EyeOff : Eye}
              label={t(isShown ? 'text-hide-password' : 'text-show-password')}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
              className="absolute! end-0.5 top-1/2 -translate-y-1/2"
            />
          </div>
        )}
      </Field>
      {problem && <ErrorBanner text={t(problem)} onClose={() => setProblem(undefined)} />}
      <Button
        type="submit"
        variant="primary"
        isLoading={login.isPending || formState.isSubmitting}
        className="h-10! w-full"
      >
        {t('button-login')}
      </Button>
    </form>
  );
}

/** Keeps the session, or answers the key of what is wrong: a null token means wrong credentials (reference entities E24). */
function accept({ token, permissions, role, email_verified }: AuthAnswer): string | undefined {
  if (!token) return 'form:error-credential-wrong';
  if (!isAllowed(adminOwnerStaff, permissions)) return 'form:error-enough-permission';
  storeEmailVerified(email_verified ?? true);
  storeCredentials({ token, permissions, role: role ?? permissions[0] ?? '' });
  return undefined;
}

function textOf(error: ClientError, t: (key: string, options: { count: number }) => string): string {
  if (error.status !== 429 || error.retryAfter === undefined) return messageKey(error);
  return t('text-too-many-attempts', { count: Math.ceil(error.retryAfter / 60) });
}
