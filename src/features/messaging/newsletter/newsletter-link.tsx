import { useMutation } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';

/** Target of the links in the letters of the newsletter: only the button acts, because mail programs open links. */
export function NewsletterLink() {
  const { t } = useTranslation(['messaging', 'common']);
  const { query, isReady } = useRouter();
  const what = query.do === 'unsubscribe' ? 'unsubscribe' : 'confirm';
  const call = useMutation({
    meta: { silent: true },
    mutationFn: () => api.post(`newsletter/${what}`, { id: Number(query.id), secret: String(query.secret) }),
  });
  const error = call.error && toClientError(call.error);
  const isDead = error?.code === 'NOT_FOUND' || error?.code === 'VALIDATION_FAILED';
  if (!isReady) return null;
  if (call.isSuccess) return <Done what={what === 'confirm' ? 'confirmed' : 'unsubscribed'} />;
  return (
    <div className="space-y-4">
      <h1 className="text-title font-semibold">{t(`messaging:newsletter.${what}`)}</h1>
      {error && <ErrorBanner text={isDead ? t('messaging:newsletter.dead') : errorText(t, error)} />}
      <p className="text-ink-second">{t(`messaging:newsletter.${what}-text`)}</p>
      <Button
        variant="primary"
        className="h-10! w-full"
        isLoading={call.isPending}
        onClick={() => call.mutate()}
      >
        {t(`messaging:newsletter.${what}-button`)}
      </Button>
    </div>
  );
}

function Done({ what }: { what: 'confirmed' | 'unsubscribed' }) {
  const { t } = useTranslation('messaging');
  return (
    <div className="flex flex-col items-center text-center" role="status">
      <span className="grid size-12 place-items-center rounded-full bg-good-soft text-good">
        <BadgeCheck className="size-6" strokeWidth={1.75} />
      </span>
      <h1 className="mt-4 text-title font-semibold">{t(`messaging:newsletter.${what}`)}</h1>
      <p className="mt-1 text-ink-second">{t(`messaging:newsletter.${what}-text`)}</p>
    </div>
  );
}
