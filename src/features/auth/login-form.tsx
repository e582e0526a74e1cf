import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/button';
import { ErrorBanner } from '@/components/error-banner';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import type { LoginInput } from '@/contract/auth/schema';
import { lazyResolver } from '@/lib/form';
import { PasswordInput } from './password-input';
import { useLogin } from './use-login';

// What can be wrong with the form comes with its first check, words included: the page itself stays light.
const resolver = lazyResolver<LoginInput>(async () => {
  const [{ loginSchema }] = await Promise.all([import('@/contract/auth/schema'), import('@/lib/form-words')]);
  return loginSchema;
});

/** E-mail and password (reference pages §3.1). */
export function LoginForm() {
  const { t } = useTranslation(['common', 'form']);
  const [hasCapsLock, setCapsLock] = useState(false);
  const { register, handleSubmit, formState, setError } = useForm<LoginInput>({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const { login, isPending, problem, forgetProblem } = useLogin(setError);
  const errorOf = (field: keyof LoginInput) => {
    const key = formState.errors[field]?.message;
    return key ? { error: t(`form:${key}`) } : {};
  };

  return (
    <form noValidate onSubmit={handleSubmit((input) => login(input))} className="space-y-4">
      <h1 className="text-title font-semibold">{t('admin-login-title')}</h1>
      <Field id="email" label={t('text-email')} {...errorOf('email')}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
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
        {...errorOf('password')}
        {...(hasCapsLock && { hint: t('text-caps-lock') })}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...register('password')}
            autoComplete="current-password"
            onCapsLock={setCapsLock}
          />
        )}
      </Field>
      {problem && <ErrorBanner text={problem} onClose={forgetProblem} />}
      <Button
        type="submit"
        variant="primary"
        isLoading={isPending || formState.isSubmitting}
        className="h-10! w-full"
      >
        {t('button-login')}
      </Button>
    </form>
  );
}
