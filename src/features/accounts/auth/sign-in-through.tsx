import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { PublicProvider } from '@/contract/accounts/providers';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { safeFromUrl } from '@/lib/session/from-url';
import { useReturn } from '../use-return';
import { accept } from './accept';

interface SignInThroughProps {
  providers: readonly PublicProvider[];
  /** The one that the person's role demands. */
  demanded?: number | undefined;
  /** The account asks for a second factor. */
  onChallenge: (challenge: string) => void;
}

/** Buttons of other services; after the return from one, what came of it. */
export function SignInThrough({ providers, demanded, onChallenge }: SignInThroughProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const { query } = useRouter();
  const [problem, setProblem] = useState<string>();
  const onError = (reason: unknown) => {
    const error = toClientError(reason);
    setProblem(t(messageKey(error), error.names));
  };
  const start = useMutation({
    mutationFn: (provider: number) =>
      api.post('sign-in/start', { provider, back: safeFromUrl(query.from_url) ?? null }),
    onMutate: () => setProblem(undefined),
    onSuccess: ({ url }) => window.location.assign(url),
    onError,
    meta: { silent: true },
  });
  const finish = useMutation({
    mutationFn: () => api.post('sign-in/finish', {}),
    onSuccess: (answer) => {
      if (answer.challenge) return onChallenge(answer.challenge);
      const key = accept(answer);
      if (key) setProblem(t(key));
    },
    onError,
    meta: { silent: true },
  });
  useReturn(finish.mutate);

  return (
    <div className="mt-5 grid gap-2 border-t border-line-faint pt-4">
      {problem && <ErrorBanner text={problem} onClose={() => setProblem(undefined)} />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className="h-10! w-full"
          variant={id === demanded ? 'primary' : 'secondary'}
          isLoading={finish.isPending || (start.isPending && start.variables === id)}
          onClick={() => start.mutate(id)}
        >
          {t('accounts:sign-in-through.button', { name })}
        </Button>
      ))}
    </div>
  );
}
