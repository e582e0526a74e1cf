import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShoppingCart } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { toMinor } from '@/contract/core/money';
import { type Breakdown, breakdowns, type Rehearsal } from '@/contract/payments/rehearsal';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { RehearsedAttempts } from './attempts';
import { Breakdowns } from './breakdowns';
import { ComparedFigures } from './compared-figures';
import { RegisterStage } from './register-stage';

const key = ['rehearsal'];

/** An operator of a demo breaks the stand-in acquirer, pays as a buyer, and watches what the product makes of it. */
export function RehearsalPage() {
  const { t } = useTranslation('payments');
  const found = useQuery({
    queryKey: key,
    queryFn: () => api.get('dev/rehearsal'),
    refetchInterval: ({ state }) => (state.error || state.data?.is_on === false ? false : 2000),
  });
  return (
    <>
      <PageHeader title={t('common:text-rehearsal')} />
      <div className="mt-4 grid gap-4">
        {found.data?.is_on === false ? (
          <EmptyState
            picture="empty"
            title={t('payments:rehearsal.off')}
            text={t('payments:rehearsal.off-text')}
          />
        ) : (
          <QueryBoundary query={found}>
            {(rehearsal) => (
              <>
                <Stage rehearsal={rehearsal} />
                <RegisterStage />
              </>
            )}
          </QueryBoundary>
        )}
      </div>
    </>
  );
}

function Stage({ rehearsal }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('payments');
  const client = useQueryClient();
  const show = (next: Rehearsal) => client.setQueryData(key, next);
  const place = useMutation({ mutationFn: () => api.post('dev/rehearsal/orders', {}), onSuccess: show });
  return (
    <>
      <p className="max-w-2xl text-ink-second">{t('payments:rehearsal.text')}</p>
      <Acquirer rehearsal={rehearsal} onChange={show} />
      <Books rehearsal={rehearsal} />
      <Card title={t('payments:rehearsal.attempts')} text={t('payments:rehearsal.attempts-text')}>
        <Button
          variant="primary"
          icon={<ShoppingCart className="size-4" />}
          isLoading={place.isPending}
          onClick={() => place.mutate()}
        >
          {t('payments:rehearsal.place')}
        </Button>
        <RehearsedAttempts attempts={rehearsal.attempts} onPaid={show} />
      </Card>
    </>
  );
}

interface AcquirerProps {
  rehearsal: Rehearsal;
  onChange: (next: Rehearsal) => void;
}

function Acquirer({ rehearsal: { breakdown, until }, onChange }: AcquirerProps) {
  const { t, i18n } = useTranslation('payments');
  const change = useMutation({
    mutationFn: (next: Breakdown | null) => api.post('dev/rehearsal/breakdown', { breakdown: next }),
    onSuccess: onChange,
  });
  return (
    <Card title={t('payments:rehearsal.break')}>
      <Breakdowns
        kinds={breakdowns}
        broken={breakdown}
        nameOf={(one) => t(`payments:rehearsal.breakdowns.${one}`)}
        status={
          breakdown === null
            ? t('payments:rehearsal.whole')
            : t(`payments:rehearsal.explained.${breakdown}`, {
                time: until === null ? '' : formatDateTime(until, i18n.language),
              })
        }
        mend={t('payments:rehearsal.mend')}
        isBusy={change.isPending}
        onChange={change.mutate}
      />
    </Card>
  );
}

/** What the acquirer has beside what the books say that it has. */
function Books({ rehearsal: { taken, booked } }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('payments');
  const money = useMoney();
  const isSame = toMinor(taken) === toMinor(booked);
  return (
    <Card title={t('payments:rehearsal.books')}>
      <ComparedFigures
        sides={[
          { label: t('payments:rehearsal.taken'), value: money(taken) },
          { label: t('payments:rehearsal.booked'), value: money(booked) },
        ]}
        isSame={isSame}
        text={t(`payments:rehearsal.${isSame ? 'same' : 'differs'}`)}
      />
    </Card>
  );
}
