import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { LinkButton } from '@/components/ui/link-button';
import { WrittenText } from '@/components/ui/written-text';
import { familyPaths } from '@/contract/core/define';
import { newsletters } from '@/contract/messaging/newsletters';
import type { Newsletter } from '@/contract/messaging/newsletters/schema';
import type { DetailsProps } from '@/crud/types';
import { useDelete } from '@/crud/use-delete';
import { api } from '@/lib/api/client';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { useModalActions } from '@/state/modal';

const tones = { draft: 'neutral', sending: 'accent', stopped: 'warn', sent: 'good' } as const;

/** A newsletter with what can be done to it, and its progress. */
export function NewsletterDetails({ resource, id }: DetailsProps<'newsletters'>) {
  const labels = useLabels(resource);
  const { i18n } = useTranslation('messaging');
  const query = useOne(resource, id, i18n.language);
  const parent = { href: familyPaths(resource).list, label: labels.text('title') };
  const mayWrite = useMay('content:write');
  useProgress(query.data);
  return (
    <QueryBoundary query={query} parent={parent}>
      {(newsletter) => (
        <>
          <PageHeader
            title={newsletter.subject}
            parent={parent}
            badge={
              <Badge tone={tones[newsletter.status]}>{labels.option('status', newsletter.status)}</Badge>
            }
          >
            {mayWrite && <Actions newsletter={newsletter} />}
          </PageHeader>
          <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
            <Card>
              <WrittenText className="block break-words whitespace-pre-line" text={newsletter.body} />
            </Card>
            <Progress newsletter={newsletter} />
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** Asks again while letters are on their way. */
function useProgress(newsletter: Newsletter | undefined) {
  const client = useQueryClient();
  const isMoving = newsletter !== undefined && (newsletter.status === 'sending' || newsletter.waiting > 0);
  useEffect(() => {
    if (!isMoving) return;
    const refresh = () => void client.invalidateQueries({ queryKey: [newsletters.name, 'one'] });
    const timer = setInterval(refresh, 5000);
    return () => clearInterval(timer);
  }, [client, isMoving]);
}

function Actions({ newsletter }: { newsletter: Newsletter }) {
  const { t } = useTranslation(['messaging', 'common']);
  const { open } = useModalActions();
  const askDelete = useDelete(newsletters);
  const { id, version, status, total } = newsletter;
  const test = useNewsletterCall(() => api.post(`newsletters/${id}/test`), t('messaging:newsletters.tested'));
  const send = useNewsletterCall(
    () => api.post(`newsletters/${id}/send`, { version }),
    t('messaging:newsletters.started'),
  );
  const stop = useNewsletterCall(
    () => api.post(`newsletters/${id}/stop`),
    t('messaging:newsletters.stopped'),
  );
  const askSend = () =>
    open('CONFIRM', {
      title: t('messaging:newsletters.send-title'),
      text: t('messaging:newsletters.send-text', { count: total }),
      confirmLabel: t('messaging:newsletters.confirm'),
      onConfirm: () => send.mutate(),
    });
  return (
    <>
      {status === 'draft' && (
        <LinkButton href={familyPaths(newsletters).edit(id)} icon={<Pencil className="size-4" />}>
          {t('common:button-edit')}
        </LinkButton>
      )}
      <Button isLoading={test.isPending} onClick={() => test.mutate()}>
        {t('messaging:newsletters.test')}
      </Button>
      {status !== 'sending' && (
        <Button
          aria-haspopup="dialog"
          icon={<Trash2 className="size-4" />}
          onClick={() => askDelete(newsletter)}
        >
          {t('common:button-delete')}
        </Button>
      )}
      {status === 'sending' && (
        <Button isLoading={stop.isPending} onClick={() => stop.mutate()}>
          {t('messaging:newsletters.stop')}
        </Button>
      )}
      {status === 'stopped' && (
        <Button variant="primary" isLoading={send.isPending} onClick={() => send.mutate()}>
          {t('messaging:newsletters.continue')}
        </Button>
      )}
      {status === 'draft' && total > 0 && (
        <Button
          variant="primary"
          aria-haspopup="dialog"
          isLoading={send.isPending}
          icon={<Send className="size-4" />}
          onClick={askSend}
        >
          {t('messaging:newsletters.send')}
        </Button>
      )}
    </>
  );
}

function Progress({ newsletter }: { newsletter: Newsletter }) {
  const { t, i18n } = useTranslation('messaging');
  const {
    status,
    total,
    queued,
    waiting,
    failed,
    letter_language: language,
    started_at,
    finished_at,
  } = newsletter;
  const number = (value: number) => formatNumber(value, i18n.language);
  const moment = (value: string | null) => (value ? formatDateTime(value, i18n.language) : undefined);
  const fact = (key: string, value: string | undefined) =>
    value === undefined ? [] : [{ key, label: t(`messaging:newsletters.facts.${key}`), value }];
  const isDraft = status === 'draft';
  return (
    <Card title={t('messaging:newsletters.progress')}>
      {isDraft && total === 0 && (
        <p className="mb-3 text-ink-second">{t('messaging:newsletters.no-readers')}</p>
      )}
      {!isDraft && (
        <div
          role="progressbar"
          aria-label={t('messaging:newsletters.progress')}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={queued - waiting}
          className="mb-3 h-1.5 w-full overflow-hidden rounded-full bg-line"
        >
          <div className="h-full bg-accent" style={{ width: `${((queued - waiting) / total) * 100}%` }} />
        </div>
      )}
      <FactList
        isStacked
        facts={[
          ...fact('language', t(`messaging:newsletters.options.letter_language.${language}`)),
          ...fact('total', number(total)),
          ...(isDraft ? [] : fact('sent', number(queued - waiting - failed))),
          ...(waiting > 0 ? fact('waiting', number(waiting)) : []),
          ...(failed > 0 ? fact('failed', number(failed)) : []),
          ...fact('started', moment(started_at)),
          ...fact('finished', moment(finished_at)),
        ]}
      />
    </Card>
  );
}

/** A change of a newsletter; also after a refusal the screen shows how it is now. */
function useNewsletterCall(run: () => Promise<unknown>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => showToast('success', done),
    onSettled: () => client.invalidateQueries({ queryKey: [newsletters.name] }),
  });
}
