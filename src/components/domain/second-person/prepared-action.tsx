import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { FactList } from '@/components/ui/fact-list';
import { Link } from '@/components/ui/link';
import type { Tone } from '@/contract/core/define';
import type { Approval, ApprovalFact, ApprovalState } from '@/contract/settings/approvals';
import { formatDateTime, formatPercent } from '@/lib/format/format';
import { siteMoney } from '@/lib/format/site-money';
import { useApprovalDecision } from './use-approval-decision';

const tones: Record<ApprovalState, Tone> = {
  waiting: 'warn',
  confirmed: 'good',
  declined: 'bad',
  expired: 'neutral',
  withdrawn: 'neutral',
};

interface PreparedActionProps {
  approval: Approval;
  /** On the page of the record itself, whose name stands above already. */
  isInPlace?: boolean;
}

/** A prepared action: what will happen in full, who asks, and what the reader may do about it. */
export function PreparedAction({ approval, isInPlace = false }: PreparedActionProps) {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const { state, prepared_by, decided_by, decided_at, reason } = approval;
  const moment = (at: string) => formatDateTime(at, i18n.language);
  const kind = t(`settings:approvals.kinds.${approval.kind}`);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {isInPlace ? (
            <h2 className="text-card font-semibold">{t('settings:approvals.waits', { kind })}</h2>
          ) : (
            <Title approval={approval} kind={kind} />
          )}
        </div>
        <Badge tone={tones[state]}>{t(`settings:approvals.states.${state}`)}</Badge>
      </div>
      <p role={isInPlace ? 'status' : undefined} className="mt-1 text-small text-ink-second">
        {t('settings:approvals.prepared', {
          name: prepared_by?.name ?? '',
          at: moment(approval.prepared_at),
        })}{' '}
        {state === 'waiting' && t('settings:approvals.until', { at: moment(approval.expires_at) })}{' '}
        {state === 'waiting' && <Deciders people={approval.deciders} />}
        {state !== 'waiting' &&
          decided_at &&
          t('settings:approvals.decided', { name: decided_by?.name ?? '—', at: moment(decided_at) })}
      </p>
      <div className="mt-4">
        <Facts facts={approval.facts} />
      </div>
      {reason && state === 'declined' && <p className="mt-2 break-words">{reason}</p>}
      {reason && state === 'expired' && (
        <p className="mt-2 text-ink-second">{t('settings:approvals.outdated')}</p>
      )}
      {state === 'waiting' && <Actions approval={approval} />}
    </>
  );
}

function Title({ approval, kind }: { approval: Approval; kind: string }) {
  const link = linkOf(approval);
  return (
    <>
      <p className="text-small text-ink-second">{kind}</p>
      <h2 className="text-card font-semibold break-words">
        {link ? (
          <Link href={link} className="text-accent-ink hover:underline">
            {approval.title}
          </Link>
        ) : (
          approval.title || kind
        )}
      </h2>
    </>
  );
}

/** Who may confirm a request, with addresses, by which a person is told from a namesake; nothing for vendors. */
function Deciders({ people }: { people: Approval['deciders'] }) {
  const { t, i18n } = useTranslation('common');
  if (people === null) return null;
  if (people.length === 0) return <>{t('common:text-approval-nobody')}</>;
  const texts = people.map(({ name, email, from }) => {
    const person = `${name} (${email})`;
    const at = from && formatDateTime(from, i18n.language);
    return at ? t('common:text-approval-from', { person, at }) : person;
  });
  return <>{t('common:text-approval-deciders', { people: texts.join(', ') })}</>;
}

function Facts({ facts }: { facts: readonly ApprovalFact[] }) {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const text = ({ kind, key }: ApprovalFact, value: string | number | null | undefined): string => {
    if (value === null || value === undefined || value === '') return '—';
    if (kind === 'money') return siteMoney(Number(value));
    if (kind === 'rate') return formatPercent(Number(value), i18n.language);
    if (kind === 'level') return t(`common:levels.${value}`);
    const word = `settings:approvals.values.${key}.${value}`;
    // What people wrote is shown as it is.
    return i18n.exists(word) ? t(word) : String(value);
  };
  const shown = facts.filter((fact) => fact.before !== undefined || text(fact, fact.after) !== '—');
  return (
    <FactList
      facts={shown.map((fact) => ({
        key: fact.key,
        label: t(fact.kind === 'level' ? `common:areas.${fact.key}` : `settings:approvals.facts.${fact.key}`),
        value: (
          <span className="break-words whitespace-pre-line tabular-nums">
            {fact.before !== undefined && (
              <>
                <bdi className="text-ink-second">{text(fact, fact.before)}</bdi>
                <span aria-hidden="true" className="mx-1.5 inline-block rtl:-scale-x-100">
                  →
                </span>
                <span className="sr-only">{t('settings:approvals.becomes')}</span>
              </>
            )}
            <bdi className="font-medium">{text(fact, fact.after)}</bdi>
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
        <p className="text-small text-ink-second">{t('settings:approvals.own')}</p>
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

/** Inside the forms of records, too, so it is no form of its own. */
function Decline({ decide, onClose }: DeclineProps) {
  const { t } = useTranslation(['settings', 'common', 'form']);
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const decline = () => {
    const text = reason.trim();
    setEmpty(text === '');
    if (text !== '') decide.mutate({ act: 'decline', reason: text });
  };
  return (
    <div className="mt-4 grid max-w-xl gap-4">
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
        <Button variant="danger" isLoading={decide.isPending} onClick={decline}>
          {t('settings:approvals.decline')}
        </Button>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      </div>
    </div>
  );
}

/** The page of the record that it is about, where there is one by its number. */
function linkOf({ family, row_id }: Pick<Approval, 'family' | 'row_id'>): string | undefined {
  if (family === 'roles') return `/roles?role=${row_id}`;
  if (family === 'shops') return `/shops/${row_id}`;
  return ['withdraws', 'refunds', 'users', 'coupons'].includes(family) ? `/${family}/${row_id}` : undefined;
}
