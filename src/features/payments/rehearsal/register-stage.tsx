import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import type { Tone } from '@/contract/core/define';
import type { ReceiptState } from '@/contract/receipts/receipt';
import {
  type RegisterBreakdown,
  type RegisterRehearsal,
  type RehearsedReceipt,
  registerBreakdowns,
} from '@/contract/receipts/rehearsal';
import { api } from '@/lib/api/client';
import { useMoney } from '@/state/use-money';
import { Breakdowns } from './breakdowns';
import { ComparedFigures } from './compared-figures';

const key = ['rehearsal', 'register'];

/** The stand-in cash register is broken, and receipts wait for it. */
export function RegisterStage() {
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => api.get('dev/rehearsal/register'),
    refetchInterval: ({ state }) => (state.error || state.data?.is_on === false ? false : 2000),
  });
  return data?.is_on ? <Register rehearsal={data} /> : null;
}

function Register({ rehearsal }: { rehearsal: RegisterRehearsal }) {
  const { t } = useTranslation('receipts');
  const client = useQueryClient();
  const { breakdown, receipts } = rehearsal;
  const change = useMutation({
    mutationFn: (next: RegisterBreakdown | null) => api.post('dev/rehearsal/register', { breakdown: next }),
    onSuccess: (next) => client.setQueryData(key, next),
  });
  return (
    <Card title={t('receipts:rehearsal.title')} text={t('receipts:rehearsal.text')}>
      <Breakdowns
        kinds={registerBreakdowns}
        broken={breakdown}
        nameOf={(one) => t(`receipts:rehearsal.breakdowns.${one}`)}
        status={t(
          breakdown === null ? 'receipts:rehearsal.whole' : `receipts:rehearsal.explained.${breakdown}`,
        )}
        mend={t('receipts:rehearsal.mend')}
        isBusy={change.isPending}
        onChange={change.mutate}
      />
      <Counts rehearsal={rehearsal} />
      <Latest receipts={receipts} />
    </Card>
  );
}

/** What the register has issued beside what is known here. */
function Counts({ rehearsal: { theirs, ours } }: { rehearsal: RegisterRehearsal }) {
  const { t, i18n } = useTranslation('receipts');
  const isSame = theirs === ours;
  const side = (name: 'theirs' | 'ours', count: number) => ({
    label: t(`receipts:rehearsal.${name}`),
    value: count.toLocaleString(i18n.language),
  });
  return (
    <div className="mt-4">
      <ComparedFigures
        sides={[side('theirs', theirs), side('ours', ours)]}
        isSame={isSame}
        text={t(`receipts:rehearsal.${isSame ? 'same' : 'differs'}`)}
      />
    </div>
  );
}

const tones: Record<ReceiptState, Tone> = {
  excluded: 'neutral',
  waiting: 'neutral',
  asked: 'accent',
  unknown: 'warn',
  done: 'good',
  blocked: 'bad',
  replaced: 'neutral',
};

function Latest({ receipts }: { receipts: readonly RehearsedReceipt[] }) {
  const { t } = useTranslation('receipts');
  const money = useMoney();
  if (receipts.length === 0) return <p className="mt-4 text-ink-second">{t('receipts:rehearsal.none')}</p>;
  return (
    <ul aria-label={t('receipts:rehearsal.latest')} className="mt-4 divide-y divide-line-faint">
      {receipts.map(({ id, number, amount, state, attempt, failure, document_number }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <bdi>{t('common:id', { id: number })}</bdi>
          <Badge tone={tones[state]}>{t(`receipts:rehearsal.states.${state}`)}</Badge>
          <span className="tabular-nums">{money(amount)}</span>
          <span className="text-small text-ink-second">
            {document_number === null
              ? failure && t(`receipts:failures.${failure}.name`)
              : t('receipts:rehearsal.document', { number: document_number })}
          </span>
          {attempt > 1 && (
            <span className="text-small text-ink-second">
              {t('receipts:rehearsal.attempt', { number: attempt })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
