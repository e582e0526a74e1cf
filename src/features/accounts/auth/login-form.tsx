import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PasswordField } from '@/components/inputs/password-field';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Loader } from '@/components/ui/loader';
import type { LoginInput } from '@/contract/accounts/auth/schema';
import { lazyResolver } from '@/crud/form/lazy-resolver';
import { takeSessionEnded } from '@/lib/session/session';
import { useSettings } from '@/state/settings';
import { AuthLink } from './auth-link';
import { useLogin } from './use-login';

// Few people see it, and only after the password: the page itself stays light.
const SecondFactor = dynamic(() => import('./second-factor').then((module) => module.SecondFactor), {
  loading: () => <Loader />,
});

// What can be wrong with the form comes with its first check, words included.
const resolver = lazyResolver<LoginInput>(async () => {
  const [{ loginSchema }] = await Promise.all([
    import('@/contract/accounts/auth/schema'),
    import('@/lib/i18n/form-words'),
  ]);
  return loginSchema;
});

/** E-mail and password, the second factor where one is set, and the other ways in (reference pages §3.1). */
export function LoginForm() {
  const { t } = useTranslation(['common', 'form']);
  const { useOtp: hasCodes } = useSettings();
  const { register, handleSubmit, formState, setError } = useForm<LoginInput>({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const { login, isPending, problem, forgetProblem, challenge, forgetChallenge } = useLogin(setError);
  const errorOf = (field: keyof LoginInput) => {
    const key = formState.errors[field]?.message;
    return key ? { error: t(`form:${key}`) } : {};
  };

  if (challenge) return <SecondFactor challenge={challenge} onBack={forgetChallenge} />;
  return (
    <>
      <form noValidate onSubmit={handleSubmit((input) => login(input))} className="space-y-4">
        <Title />
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
        <PasswordField
          id="password"
          label={t('text-password')}
          {...errorOf('password')}
          {...register('password')}
          autoComplete="current-password"
        />
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
      <div className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-2">
        <AuthLink href="/forgot-password">{t('text-forgot-password')}</AuthLink>
        {hasCodes && <AuthLink href="/login-code">{t('link-login-code')}</AuthLink>}
      </div>
      <p className="mt-5 border-t border-line-faint pt-4 text-center text-ink-second">
        {t('text-no-account')} <AuthLink href="/register">{t('link-register-shop-owner')}</AuthLink>
      </p>
    </>
  );
}

/** The title, and why somebody who was at work a moment ago stands here. */
function Title() {
  const { t } = useTranslation('common');
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    // The page as the server drew it does not know.
    const timer = setTimeout(() => setEnded(takeSessionEnded()));
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h1 className="text-title font-semibold">{t('admin-login-title')}</h1>
      <div role="status" className="empty:hidden">
        {hasEnded && (
          <p className="rounded-card bg-warn-soft px-4 py-3 text-warn">{t('login-session-ended')}</p>
        )}
      </div>
    </>
  );
}
