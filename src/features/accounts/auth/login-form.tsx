import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PasswordField } from '@/components/inputs/password-field';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Loader } from '@/components/ui/loader';
import type { LoginInput } from '@/contract/accounts/auth/schema';
import { useAnnounced } from '@/lib/api/capabilities';
import { takeEarlySignIn } from '@/lib/api/preload';
import { lazyResolver } from '@/lib/form/lazy-resolver';
import { lazyPart } from '@/lib/lazy-part';
import { part } from '@/lib/part';
import { takeSessionEnded } from '@/lib/session/session';
import { useSettings } from '@/state/settings';
import { AuthLink } from './auth-link';
import { useLogin } from './use-login';

// Rarely needed, and only after the password: loaded on demand.
const SecondFactor = lazyPart(() => import('./second-factor'), 'SecondFactor', Loader);

// Only where other services are offered.
const PasskeySignIn = part(
  dynamic(() => import('./passkey-button').then((module) => module.PasskeySignIn), { ssr: false }),
);
const SignInThrough = lazyPart(() => import('./sign-in-through'), 'SignInThrough');

// Validation loads with the first error.
const check = lazyResolver<LoginInput>(() =>
  import('@/contract/accounts/auth/schema').then(({ loginSchema }) => loginSchema),
);

/**
 * A form that looks valid is sent immediately, because the server validates it anyway: validation weighs
 * 30 kB.
 */
const resolver: Resolver<LoginInput> = (values, context, options) => {
  const email = values.email.trim().toLowerCase();
  return isEmail.test(email) && values.password !== ''
    ? { values: { ...values, email }, errors: {} }
    : check(values, context, options);
};

const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** E-mail and password, the second factor if enabled, and links to other ways to sign in. */
export function LoginForm() {
  const { t } = useTranslation(['common', 'form']);
  const { useOtp, sends, signInProviders = [] } = useSettings();
  const { through } = useRouter().query;
  // The prerendered HTML has no settings; hydration must match it.
  const announced = useAnnounced();
  const hasSettings = announced !== undefined;
  const hasCodes = hasSettings && useOtp && sends?.sms !== false;
  const isThrough = hasSettings && (signInProviders.length > 0 || through !== undefined);
  // Without default values: input typed before the scripts loaded is kept.
  const { register, handleSubmit, formState, setError } = useForm<LoginInput>({ resolver });
  const { login, early, isPending, problem, demanded, forgetProblem, ...factor } = useLogin(setError);
  const { challenge, askSecondFactor, forgetChallenge } = factor;
  const submit = handleSubmit((input) => login(input));
  useEarlySignIn(early, submit);
  const errorOf = (field: keyof LoginInput) => {
    const key = formState.errors[field]?.message;
    return key ? { error: t(`form:${key}`) } : {};
  };

  if (challenge) return <SecondFactor challenge={challenge} onBack={forgetChallenge} />;
  return (
    <>
      <form method="post" data-sign-in noValidate onSubmit={submit} className="space-y-4">
        <Title />
        <Field
          as={Input}
          id="email"
          label={t('text-email')}
          {...errorOf('email')}
          {...register('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="rtl:text-end"
        />
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
      {announced?.has('two-factor') && (
        <div className="mt-4">
          <PasskeySignIn />
        </div>
      )}
      {isThrough && (
        <SignInThrough providers={signInProviders} demanded={demanded?.id} onChallenge={askSecondFactor} />
      )}
      <p className="mt-5 border-t border-line-faint pt-4 text-center text-ink-second">
        {t('text-no-account')} <AuthLink href="/register">{t('link-register-shop-owner')}</AuthLink>
      </p>
    </>
  );
}

/** Continues a sign-in that was sent before the scripts loaded. */
function useEarlySignIn(early: ReturnType<typeof useLogin>['early'], submit: () => Promise<void>): void {
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    early.current = takeEarlySignIn();
    if (early.current) void submit();
  }, [early, submit]);
}

/** The title, and the reason when the session has just ended. */
function Title() {
  const { t } = useTranslation('common');
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    // Not known during prerender.
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
