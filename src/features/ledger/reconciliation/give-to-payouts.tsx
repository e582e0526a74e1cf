import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { ErrorBanner } from '@/components/page/error-banner';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { Withdraw } from '@/contract/ledger/withdraws/schema';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
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
  const { t } = useTranslation(['payments', 'common', 'form']);
  const { word } = useReconciliationWords();
  const [chosen, setChosen] = useState<number[]>([]);
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const give = useGive(line.id, onClose);
  const failure = give.error ? toClientError(give.error) : undefined;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setEmpty(reason.trim() === '');
    if (reason.trim() !== '') give.mutate({ withdraw_ids: chosen, reason: reason.trim() });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-2 grid w-full max-w-160 gap-3">
      <Candidates line={line} chosen={chosen} onChoose={setChosen} />
      <Field
        as={Textarea}
        id={`given-${line.id}`}
        label={word('repair.reason')}
        isRequired
        error={isEmpty ? t('form:error-adjustment-reason-required') : undefined}
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {failure && failure.status !== 202 && (
        <ErrorBanner
          text={
            failure.fields?.withdraw_ids?.map((text) => t(`form:${text}`)).join(' ') ?? errorText(t, failure)
          }
          requestId={failure.requestId}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={give.isPending} disabled={chosen.length === 0}>
          {word('payouts.confirm')}
        </Button>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      </div>
    </form>
  );
}

interface CandidatesProps {
  line: GivenLine;
  chosen: readonly number[];
  onChoose: (ids: number[]) => void;
}

/** Payouts on their way, or those that left for a line that came back; of the same sum first. */
function Candidates({ line, chosen, onChoose }: CandidatesProps) {
  const { word } = useReconciliationWords();
  const money = useMoney();
  const state = line.direction === 'out' ? 'confirmed' : 'debited';
  const found = useQuery({
    queryKey: ['withdraws', 'payouts', state],
    queryFn: () => api.page('withdraws', { search: `payout_state:${state}`, limit: 100 }),
  });
  return (
    <QueryBoundary query={found}>
      {({ rows }) => {
        const payouts = (rows as Withdraw[]).toSorted(
          (one, other) => Math.abs(one.amount - line.amount) - Math.abs(other.amount - line.amount),
        );
        const sum = payouts
          .filter(({ id }) => chosen.includes(id))
          .reduce((all, { amount }) => all + toMinor(amount), 0);
        if (payouts.length === 0) return <p className="text-ink-second">{word('payouts.none')}</p>;
        return (
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-medium">{word('payouts.title')}</legend>
            <div className="max-h-64 overflow-y-auto">
              {payouts.map(({ id, shop, amount }) => (
                <Checkbox
                  key={id}
                  label={word('payouts.payout', { id, shop: shop?.name ?? '', sum: money(amount) })}
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                  }
                />
              ))}
            </div>
            <p className="text-small tabular-nums" aria-live="polite">
              {word('payouts.chosen', { sum: money(fromMinor(sum)), of: money(line.amount) })}
            </p>
          </fieldset>
        );
      }}
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
