import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Select } from '@/components/inputs/select';
import { CallError } from '@/components/page/call-error';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { fromMinor, toMinor } from '@/contract/core/money';
import { type ProviderName, providerNames } from '@/contract/ledger/providers';
import type { BankLine, LineChoices, OrderChoice } from '@/contract/payments/reconciliation';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { useReconciliationWords } from './use-words';

/** A part of the line as it is typed. */
interface Part {
  key: string;
  kind: 'order' | 'shop' | 'return';
  id: number | null;
  title: string;
  amount: string;
}

/** Gives a line to orders, to the debt of a shop, or back to its sender; parts together are the whole line. */
export function GiveForm({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const choices = useQuery({
    queryKey: ['reconciliation', 'choices', line.id],
    queryFn: () => api.get(`reconciliation/lines/${line.id}/choices`),
  });
  return (
    <QueryBoundary query={choices}>
      {(found) => <Filled line={line} choices={found} onClose={onClose} />}
    </QueryBoundary>
  );
}

const ofOrder = ({ id, number, amount }: OrderChoice): Part => ({
  key: `order ${id}`,
  kind: 'order',
  id,
  title: number,
  amount: String(amount),
});

const rest = (line: BankLine, parts: readonly Part[]): number => {
  const given = parts.reduce((sum, { amount }) => sum + toMinor(Number(amount.replace(',', '.'))), 0);
  return fromMinor(toMinor(line.amount) - given);
};

interface FilledProps {
  line: BankLine;
  choices: LineChoices;
  onClose: () => void;
}

function Filled({ line, choices, onClose }: FilledProps) {
  const { t } = useTranslation('common');
  const { word } = useReconciliationWords();
  const money = useMoney();
  const [parts, setParts] = useState<Part[]>(() =>
    choices.orders.filter(({ amount }) => amount > 0).map(ofOrder),
  );
  const give = useGive(line, onClose);
  const left = rest(line, parts);
  const add = (part: Part) => setParts((all) => [...all.filter(({ key }) => key !== part.key), part]);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (left === 0 && parts.length > 0) give.mutate(parts);
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      aria-label={word('give.title')}
      className="mt-2 grid w-full max-w-120 gap-3 rounded-card border border-line bg-surface p-3 text-start"
    >
      <SecondPerson family="bank-lines" id={line.id} />
      {parts.map((part) => (
        <PartRow
          key={part.key}
          part={part}
          onChange={(amount) =>
            setParts((all) => all.map((one) => (one.key === part.key ? { ...one, amount } : one)))
          }
          onRemove={() => setParts((all) => all.filter(({ key }) => key !== part.key))}
        />
      ))}
      {left > 0 && (
        <div className="grid gap-2">
          <AddOrder line={line} left={left} onAdd={add} />
          <AddOther shops={choices.shops} left={left} onAdd={add} />
        </div>
      )}
      {left !== 0 && (
        <p className="text-small text-warn">
          {word(left > 0 ? 'give.left' : 'give.over', { sum: money(Math.abs(left)) })}
        </p>
      )}
      {toClientError(give.error).status !== 202 && <CallError error={give.error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          variant="primary"
          disabled={left !== 0 || parts.length === 0}
          isLoading={give.isPending}
        >
          {word('give.submit', { sum: money(line.amount) })}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('common:button-cancel')}
        </Button>
      </div>
      <NameSender line={line} onClose={onClose} />
    </form>
  );
}

interface PartRowProps {
  part: Part;
  onChange: (amount: string) => void;
  onRemove: () => void;
}

function PartRow({ part: { key, kind, title, amount }, onChange, onRemove }: PartRowProps) {
  const { word } = useReconciliationWords();
  const label = {
    order: word('order', { number: title }),
    shop: word('give.to-debt', { shop: title }),
    return: word('give.goes-back'),
  }[kind];
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field id={`part-${key}`} label={label} isNarrow>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            className="w-36"
            value={amount}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <Button size="small" onClick={onRemove}>
        {word('give.remove')}
      </Button>
    </div>
  );
}

interface AddPartProps {
  line: BankLine;
  left: number;
  onAdd: (part: Part) => void;
}

/** An order by its number. */
function AddOrder({ line, left, onAdd }: AddPartProps) {
  const { word } = useReconciliationWords();
  const [number, setNumber] = useState('');
  const find = useMutation({
    meta: { silent: true },
    mutationFn: () => api.get(`reconciliation/lines/${line.id}/choices`, { number }),
    onSuccess: ({ orders }) => {
      for (const order of orders)
        onAdd({ ...ofOrder(order), amount: String(order.due > 0 ? Math.min(order.due, left) : left) });
      if (orders.length > 0) setNumber('');
    },
  });
  const isMissing = find.data?.orders.length === 0;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        id={`number-${line.id}`}
        label={word('give.number')}
        isNarrow
        {...(isMissing && { error: word('give.no-order') })}
      >
        {(control) => (
          <Input
            {...control}
            className="w-44"
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        )}
      </Field>
      <Button
        size="small"
        disabled={number.trim() === ''}
        isLoading={find.isPending}
        onClick={() => find.mutate()}
      >
        {word('give.add-order')}
      </Button>
    </div>
  );
}

interface AddOtherProps extends Omit<AddPartProps, 'line'> {
  shops: LineChoices['shops'];
}

/** A shop that owes, or the sender. */
function AddOther({ shops, left, onAdd }: AddOtherProps) {
  const { word } = useReconciliationWords();
  const money = useMoney();
  return (
    <div className="flex flex-wrap gap-2">
      {shops.length > 0 && (
        <Select
          aria-label={word('give.shop')}
          className="w-64 phone:w-full"
          value=""
          options={[
            { value: '', label: word('give.shop') },
            ...shops.map(({ id, name, debt }) => ({
              value: String(id),
              label: word('give.owes', { shop: name, sum: money(debt) }),
            })),
          ]}
          onChange={({ target }) => {
            const shop = shops.find(({ id }) => String(id) === target.value);
            if (!shop) return;
            const amount = String(Math.min(shop.debt, left));
            onAdd({ key: `shop ${shop.id}`, kind: 'shop', id: shop.id, title: shop.name, amount });
          }}
        />
      )}
      <Button
        size="small"
        onClick={() => onAdd({ key: 'return', kind: 'return', id: null, title: '', amount: String(left) })}
      >
        {word('give.return')}
      </Button>
    </div>
  );
}

function useGive(line: BankLine, onClose: () => void) {
  const { word } = useReconciliationWords();
  const refresh = useRefresh(['reconciliation', 'orders', 'payments', 'ledger', 'shops', 'approvals']);
  return useMutation({
    meta: { silent: true },
    mutationFn: (parts: readonly Part[]) =>
      api.post(`reconciliation/lines/${line.id}/give`, {
        parts: parts.map(({ kind, id, amount }) => ({
          kind,
          amount: Number(amount.replace(',', '.')),
          order_id: kind === 'order' ? id : null,
          shop_id: kind === 'shop' ? id : null,
        })),
      }),
    onError: (error) => {
      // Waits for a second person: the toast of such an answer says so.
      if (toClientError(error).status === 202) onClose();
    },
    onSuccess: async () => {
      showToast('success', word('give.done'));
      onClose();
      await refresh();
    },
  });
}

/** The bank left the ИНН out, and a person knows the sender: from then on its name and account are known. */
function NameSender({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const { word, provider: titleOf } = useReconciliationWords();
  const summary = useQuery({ queryKey: ['reconciliation'], queryFn: () => api.get('reconciliation') });
  const refresh = useRefresh(['reconciliation', 'ledger']);
  const [chosen, setChosen] = useState<ProviderName>();
  const name = useMutation({
    mutationFn: (provider: ProviderName) => api.post(`reconciliation/lines/${line.id}/sender`, { provider }),
    onSuccess: async () => {
      showToast('success', word('give.named'));
      onClose();
      await refresh();
    },
  });
  if (chosen)
    return (
      <div className="grid gap-2 border-t border-line-faint pt-3">
        <p className="text-small">
          {word('give.sure-sender', { party: line.party, provider: titleOf(chosen) })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="primary"
            isLoading={name.isPending}
            onClick={() => name.mutate(chosen)}
          >
            {word('give.sender-is', { provider: titleOf(chosen) })}
          </Button>
          <Button size="small" onClick={() => setChosen(undefined)}>
            {word('give.remove')}
          </Button>
        </div>
      </div>
    );
  const known = providerNames.filter((one) => summary.data?.providers.includes(one));
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line-faint pt-3 text-small">
      {word('give.sender')}
      {known.map((one) => (
        <Button key={one} size="small" onClick={() => setChosen(one)}>
          {titleOf(one)}
        </Button>
      ))}
    </div>
  );
}
