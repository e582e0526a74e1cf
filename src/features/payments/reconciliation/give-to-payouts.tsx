import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { ReasonForm } from '@/components/form/reason-form';
import { Checkbox } from '@/components/inputs/checkbox';
import { SearchInput } from '@/components/inputs/search-input';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { PayoutChoice } from '@/contract/payments/reconciliation';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { useReconciliationWords } from './use-words';

interface GivenLine {
  id: number;
  direction: 'in' | 'out';
  amount: number;
}

/** A person says which payouts a line of the bank is: the form opens below its button. */
export function GiveToPayouts({ line }: { line: GivenLine }) {
  const { word } = useReconciliationWords();
  const mayDecide = useMay('finance:decide');
  const [isOpen, setOpen] = useState(false);
  if (!mayDecide) return null;
  if (isOpen) return <GiveForm line={line} onClose={() => setOpen(false)} />;
  return (
    <Button size="small" onClick={() => setOpen(true)}>
      {word(`payouts.button-${line.direction}`)}
    </Button>
  );
}

function GiveForm({ line, onClose }: { line: GivenLine; onClose: () => void }) {
  const { word } = useReconciliationWords();
  const [chosen, setChosen] = useState<PayoutChoice[]>([]);
  const give = useGive(line.id, onClose);
  return (
    <ReasonForm
      id={`given-${line.id}`}
      label={word('repair.reason')}
      submit={word('payouts.confirm')}
      isLoading={give.isPending}
      isDisabled={chosen.length === 0}
      error={give.error}
      onSubmit={(reason) => give.mutate({ withdraw_ids: chosen.map(({ id }) => id), reason })}
      onClose={onClose}
      className="mt-2 grid w-full max-w-160 gap-3"
    >
      <SecondPerson family="bank-lines" id={line.id} />
      <Candidates line={line} chosen={chosen} onChoose={setChosen} />
    </ReasonForm>
  );
}

interface CandidatesProps {
  line: GivenLine;
  chosen: readonly PayoutChoice[];
  onChoose: (payouts: PayoutChoice[]) => void;
}

/** Payouts on their way, or those that left for a line that came back; of the same sum first. Chosen ones stay in view. */
function Candidates({ line, chosen, onChoose }: CandidatesProps) {
  const { t } = useTranslation('common');
  const { word } = useReconciliationWords();
  const money = useMoney();
  const [search, setSearch] = useState('');
  const found = useQuery({
    queryKey: ['reconciliation', 'payouts', line.id, search],
    queryFn: () => api.get(`reconciliation/lines/${line.id}/payouts`, search === '' ? {} : { search }),
    placeholderData: keepPreviousData,
  });
  const sum = chosen.reduce((all, { amount }) => all + toMinor(amount), 0);
  const isChosen = (id: number) => chosen.some((one) => one.id === id);
  return (
    <QueryBoundary query={found}>
      {({ payouts, total }) => (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">{word('payouts.title')}</legend>
          <SearchInput
            label={word('payouts.search')}
            clearLabel={t('common:list.clear-search')}
            value={search}
            onSearch={setSearch}
          />
          {payouts.length === 0 && <p className="text-ink-second">{word('payouts.none')}</p>}
          <div className="max-h-64 overflow-y-auto">
            {[...chosen, ...payouts.filter(({ id }) => !isChosen(id))].map((payout) => (
              <Checkbox
                key={payout.id}
                label={word('payouts.payout', {
                  id: payout.id,
                  shop: payout.shop,
                  sum: money(payout.amount),
                })}
                checked={isChosen(payout.id)}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...chosen, payout] : chosen.filter(({ id }) => id !== payout.id))
                }
              />
            ))}
          </div>
          {total > payouts.length && (
            <p className="text-small text-ink-second">
              {word('payouts.more', { shown: payouts.length, total })}
            </p>
          )}
          <p className="text-small tabular-nums" aria-live="polite">
            {word('payouts.chosen', { sum: money(fromMinor(sum)), of: money(line.amount) })}
          </p>
        </fieldset>
      )}
    </QueryBoundary>
  );
}

function useGive(id: number, onClose: () => void) {
  const { word } = useReconciliationWords();
  const refresh = useRefresh(['reconciliation', 'withdraws', 'ledger', 'approvals']);
  return useMutation({
    meta: { silent: true },
    mutationFn: (input: { withdraw_ids: number[]; reason: string }) =>
      api.post(`reconciliation/lines/${id}/payouts`, input),
    onError: (error) => {
      // Waits for a second person: the toast of such an answer says so.
      if (toClientError(error).status === 202) onClose();
    },
    onSuccess: async () => {
      showToast('success', word('payouts.done'));
      onClose();
      await refresh();
    },
  });
}
