import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { SignInLink } from '@/contract/accounts/providers';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { formatDateTime } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { useReturn } from '../use-return';
import { PasswordStep } from './password-step';

const queryKey = ['sign-in-links'];

/** Other services that the person may sign in through: link and unlink. Nothing where none is offered. */
export function SignInLinksSection() {
  const { t } = useTranslation(['accounts', 'common']);
  const links = useQuery({ queryKey, queryFn: () => api.list('sign-in/links') });
  const [chosen, setChosen] = useState<SignInLink>();
  const { problem, forget } = useLinked();
  const client = useQueryClient();
  if (!links.data || links.data.length === 0) return null;

  return (
    <Card title={t('accounts:sign-in-through.section')} text={t('accounts:sign-in-through.section-text')}>
      {problem && <ErrorBanner text={problem} onClose={forget} />}
      {chosen ? (
        <ChangeLink
          link={chosen}
          onCancel={() => setChosen(undefined)}
          onUnlinked={(rows) => {
            client.setQueryData(queryKey, rows);
            showToast('success', t('accounts:sign-in-through.unlinked', { name: chosen.name }));
            setChosen(undefined);
          }}
        />
      ) : (
        <ul className="divide-y divide-line-faint">
          {links.data.map((link) => (
            <LinkLine key={link.id} link={link} onChoose={() => setChosen(link)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function LinkLine({ link, onChoose }: { link: SignInLink; onChoose: () => void }) {
  const { t, i18n } = useTranslation('accounts');
  const { name, since, used_at, email, is_on } = link;
  const at = (moment: string) => formatDateTime(moment, i18n.language);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
          {name}
          {since && <Badge tone="good">{t('accounts:sign-in-through.is-linked')}</Badge>}
          {!is_on && <Badge tone="neutral">{t('accounts:sign-in-through.is-off')}</Badge>}
        </p>
        {since && (
          <p className="text-small text-ink-second">
            {email && (
              <span dir="ltr" className="break-all">
                {email} ·{' '}
              </span>
            )}
            {used_at
              ? t('accounts:sign-in-through.used', { at: at(used_at) })
              : t('accounts:sign-in-through.since', { at: at(since) })}
          </p>
        )}
      </div>
      <Button
        size="small"
        onClick={onChoose}
        aria-label={t(since ? 'accounts:sign-in-through.unlink-name' : 'accounts:sign-in-through.link-name', {
          name,
        })}
      >
        {t(since ? 'accounts:sign-in-through.unlink' : 'accounts:sign-in-through.link')}
      </Button>
    </li>
  );
}

interface ChangeLinkProps {
  link: SignInLink;
  onCancel: () => void;
  onUnlinked: (links: SignInLink[]) => void;
}

/** The password says who asks; then the other service does. */
function ChangeLink({ link: { id: provider, name, since }, onCancel, onUnlinked }: ChangeLinkProps) {
  const { t } = useTranslation('accounts');
  return since ? (
    <PasswordStep
      text={t('accounts:sign-in-through.unlink-text', { name })}
      submitLabel={t('accounts:sign-in-through.unlink')}
      send={({ password }) => api.post('sign-in/links/remove', { provider, password })}
      onSent={onUnlinked}
      onCancel={onCancel}
    />
  ) : (
    <PasswordStep
      text={t('accounts:sign-in-through.link-text', { name })}
      submitLabel={t('accounts:sign-in-through.button', { name })}
      send={({ password }) => api.post('sign-in/links/start', { provider, password })}
      onSent={({ url }) => window.location.assign(url)}
      onCancel={onCancel}
    />
  );
}

/** Links after the return from the other service. */
function useLinked() {
  const { t } = useTranslation(['accounts', 'common']);
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const { mutate } = useMutation({
    mutationFn: () => api.post('sign-in/links/finish', {}),
    onSuccess: (rows) => {
      client.setQueryData(queryKey, rows);
      showToast('success', t('accounts:sign-in-through.linked'));
    },
    onError: (reason) => setProblem(t(messageKey(toClientError(reason)))),
    meta: { silent: true },
  });
  useReturn(mutate, 'sign-in-links');
  return { problem, forget: () => setProblem(undefined) };
}
