import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Deciders } from '@/components/domain/waits-for-second';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { Link } from '@/components/ui/link';
import type { Tone } from '@/contract/core/define';
import type { Approval, ApprovalFact, ApprovalState } from '@/contract/settings/approvals';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { useApprovalDecision } from './use-approval-decision';

const tones: Record<ApprovalState, Tone> = {
  waiting: 'warn',
  confirmed: 'good',
  declined: 'bad',
  expired: 'neutral',
  withdrawn: 'neutral',
};

/** A request: what will happen, who asks, and what the reader may do about it. */
export function ApprovalCard({ approval: given }: { approval: Approval }) {
  const { t, i18n } = useTranslation(['settings', 'common']);
  // A list has the figures of the moment at which it was prepared.
  const { data } = useQuery({
    queryKey: ['approvals', 'one', String(given.id)],
    queryFn: () => api.one('approvals', given.id),
    enabled: given.state === 'waiting',
  });
  const approval = data ?? given;
  const { state, prepared_by, decided_by, decided_at, reason } = approval;
  const moment = (at: string) => formatDateTime(at, i18n.language);
  const link = linkOf(approval);
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-small text-ink-second">{t(`settings:approvals.kinds.${approval.kind}`)}</p>
          <h2 className="text-card font-semibold break-words">
            {link ? (
              <Link href={link} className="text-accent-ink hover:underline">
                {approval.title}
              </Link>
            ) : (
              approval.title || t(`settings:approvals.kinds.${approval.kind}`)
            )}
          </h2>
        </div>
        <Badge tone={tones[state]}>{t(`settings:approvals.states.${state}`)}</Badge>
      </div>
      <div className="mt-4">
        <Facts facts={approval.facts} />
      </div>
      <p className="mt-4 text-small text-ink-second">
        {t('settings:approvals.prepared', {
          name: prepared_by?.name ?? '',
          at: moment(approval.prepared_at),
        })}{' '}
        {state === 'waiting' && t('settings:approvals.until', { at: moment(approval.expires_at) })}
        {state !== 'waiting' &&
          decided_at &&
          t('settings:approvals.decided', { name: decided_by?.name ?? '—', at: moment(decided_at) })}
      </p>
      {reason && state === 'declined' && <p className="mt-2 break-words">{reason}</p>}
      {reason && state === 'expired' && (
        <p className="mt-2 text-ink-second">{t('settings:approvals.outdated')}</p>
      )}
      {state === 'waiting' && <Actions approval={approval} />}
    </Card>
  );
}

function Facts({ facts }: { facts: readonly ApprovalFact[] }) {
  const { t } = useTranslation(['settings', 'common']);
  const money = useMoney();
  const text = ({ kind, key }: ApprovalFact, value: string | number | null | undefined): string => {
    if (value === null || value === undefined || value === '') return '—';
    if (kind === 'money') return money(Number(value));
    if (kind === 'rate') return `${value} %`;
    if (kind === 'level') return t(`common:levels.${value}`);
    return t(`settings:approvals.values.${key}.${value}`, { defaultValue: String(value) });
  };
  const shown = facts.filter((fact) => fact.before !== undefined || text(fact, fact.after) !== '—');
  return (
    <FactList
      facts={shown.map((fact) => ({
        key: fact.key,
        label: t(fact.kind === 'level' ? `common:areas.${fact.key}` : `settings:approvals.facts.${fact.key}`),
        value: (
          <span className="break-words tabular-nums">
            {fact.before !== undefined && (
              <>
                <span className="text-ink-second">{text(fact, fact.before)}</span>
                <span aria-hidden="true" className="mx-1.5 inline-block rtl:-scale-x-100">
                  →
                </span>
                <span className="sr-only">{t('settings:approvals.becomes')}</span>
              </>
            )}
            <span className="font-medium">{text(fact, fact.after)}</span>
          </span>
        ),
      }))}
    />
  );
}

function Actions({ approval }: { approval: Approval }) {
  const { t, i18n } = useTranslation(['settings', 'common', 'form']);
  const decide = useApprovalDecision(approval);
  const { not_yet } = approval;
  const [isDeclining, setDeclining] = useState(false);
  if (approval.is_own) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button isLoading={decide.isPending} onClick={() => decide.mutate({ act: 'withdraw' })}>
          {t('settings:approvals.withdraw')}
        </Button>
        <p className="text-small text-ink-second">
          {t('settings:approvals.own')} <Deciders people={approval.deciders} />
        </p>
      </div>
    );
  }
  if (!approval.may_decide) return null;
  if (isDeclining) return <Decline decide={decide} onClose={() => setDeclining(false)} />;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {not_yet ? (
        <p className="text-warn">
          {t(`settings:approvals.not-yet.${not_yet.why}`, {
            at: formatDateTime(not_yet.from, i18n.language),
          })}
        </p>
      ) : (
        <Button
          variant="primary"
          isLoading={decide.isPending}
          onClick={() => decide.mutate({ act: 'confirm', hash: approval.hash })}
        >
          {t('settings:approvals.confirm')}
        </Button>
      )}
      <Button onClick={() => setDeclining(true)}>{t('settings:approvals.decline')}</Button>
    </div>
  );
}

interface DeclineProps {
  decide: ReturnType<typeof useApprovalDecision>;
  onClose: () => void;
}

function Decline({ decide, onClose }: DeclineProps) {
  const { t } = useTranslation(['settings', 'common', 'form']);
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = reason.trim();
    setEmpty(text === '');
    if (text !== '') decide.mutate({ act: 'decline', reason: text });
  };
  return (
    <form className="mt-4 grid max-w-xl gap-4" noValidate onSubmit={submit}>
      <Field
        as={Textarea}
        id="approval-reason"
        label={t('settings:approvals.reason')}
        hint={t('settings:approvals.reason-hint')}
        error={isEmpty ? t('form:error-approval-reason-required') : undefined}
        isRequired
        // Opened by the person's own click.
        autoFocus
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" isLoading={decide.isPending}>
          {t('settings:approvals.decline')}
        </Button>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      </div>
    </form>
  );
}

/** The page of the record that it is about, where there is one by its number. */
function linkOf({ family, row_id }: Pick<Approval, 'family' | 'row_id'>): string | undefined {
  if (family === 'roles') return `/roles?role=${row_id}`;
  return ['withdraws', 'refunds', 'users'].includes(family) ? `/${family}/${row_id}` : undefined;
}
