import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { typedSum } from '@/components/form/sum-and-reason';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Select } from '@/components/inputs/select';
import { Textarea } from '@/components/inputs/textarea';
import { ErrorBanner } from '@/components/page/error-banner';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { BodyOf } from '@/contract/endpoint-types';
import type { ReceiptVat } from '@/contract/receipts/receipt';
import { takesCorrections } from '@/contract/receipts/registers';
import type { ReceiptPaper, ReceiptView } from '@/contract/receipts/views';
import { api } from '@/lib/api/client';
import { errorText } from '@/lib/api/errors';
import { usePaper } from '../paper/use-paper';
import { useReceiptWrite } from './use-receipt-write';

interface CorrectionFormProps {
  receipt: ReceiptView;
  page: string;
  onDone: () => void;
}

/** What the receipt should have said, and why: above the threshold of refunds a second person confirms it. */
export function CorrectionForm({ page, ...props }: CorrectionFormProps) {
  return <QueryBoundary query={usePaper(page)}>{(paper) => <Form paper={paper} {...props} />}</QueryBoundary>;
}

/** As the contract has them. */
const rates: readonly ReceiptVat[] = [
  ...(['none', 'vat0', 'vat5', 'vat7', 'vat10', 'vat22'] as const),
  ...(['vat105', 'vat107', 'vat110', 'vat122'] as const),
];
/** Characters of a line's name. */
const nameLength = 128;

type Lines = { name: string; vat: ReceiptVat }[];
type Paid = '' | 'cash' | 'cashless';

function Form({ receipt, paper, onDone }: Omit<CorrectionFormProps, 'page'> & { paper: ReceiptPaper }) {
  const { t } = useTranslation(['receipts', 'form', 'common']);
  const { word } = useReceiptWords();
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<Lines>(() => paper.lines.map(({ name, vat }) => ({ name, vat })));
  const [paid, setPaid] = useState<Paid>('');
  const [registered, setRegistered] = useState('');
  const { problem, errorOf, ...correct } = useReceiptWrite({
    send: (input: BodyOf<'POST', `receipts/${number}/correct`>) =>
      api.post(`receipts/${receipt.id}/correct`, input),
    text: word('correction.done'),
    onDone,
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    correct.mutate({
      reason: reason.trim(),
      lines,
      ...(paid && { paid }),
      ...(isMismatch(receipt) && registered.trim() && { registered_amount: sumIn(registered) }),
    });
  };
  return (
    <form noValidate className="grid gap-4 rounded-card bg-sunken p-4" onSubmit={handleSubmit}>
      <p className="text-small text-ink-second">
        {word(
          `correction.text${receipt.state === 'done' ? '' : isMismatch(receipt) ? '-mismatch' : '-late'}`,
        )}
      </p>
      <ByHand />
      {isMismatch(receipt) && (
        <RegisteredSum value={registered} onChange={setRegistered} error={errorOf('registered_amount')} />
      )}
      <LineFields lines={lines} onChange={setLines} error={errorOf('lines')} />
      {paper.cash + paper.cashless > 0 && (
        <Field id="correction-paid" label={word('correction.paid')}>
          {(control) => (
            <Select
              {...control}
              value={paid}
              options={(['', 'cash', 'cashless'] as const).map((value) => ({
                value,
                label: word(`correction.${value || 'keep'}`),
              }))}
              onChange={({ target }) => setPaid(target.value as Paid)}
            />
          )}
        </Field>
      )}
      <Field
        as={Textarea}
        id="correction-reason"
        label={word('correction.reason')}
        hint={word('correction.reason-hint')}
        isRequired
        error={errorOf('reason')}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {problem && <ErrorBanner text={errorText(t, problem)} requestId={problem.requestId} />}
      <Button type="submit" variant="primary" className="justify-self-start" isLoading={correct.isPending}>
        {word('correction.confirm')}
      </Button>
    </form>
  );
}

/** The register has something else under its id. */
const isMismatch = ({ trouble }: ReceiptView) => trouble?.code === 'mismatch';

/** As people write it; what is no number is left to the server's answer. */
const sumIn = (text: string) => Number(typedSum(text));

interface RegisteredSumProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Of a receipt that the register registered differently: what it has there. */
function RegisteredSum({ value, error, onChange }: RegisteredSumProps) {
  const { word } = useReceiptWords();
  return (
    <Field
      as={Input}
      id="correction-registered"
      label={word('correction.registered')}
      hint={word('correction.registered-hint')}
      isRequired
      error={error}
      inputMode="decimal"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** What to do where the register takes no corrections. */
function ByHand() {
  const { word } = useReceiptWords();
  const { data } = useQuery({
    queryKey: ['receipts', 'registers'],
    queryFn: () => api.get('receipts/registers'),
  });
  const chosen = data?.find(({ is_chosen }) => is_chosen);
  const isByHand = chosen !== undefined && !takesCorrections[chosen.name];
  if (!isByHand) return null;
  return <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">{word('correction.by-hand')}</p>;
}

interface LineFieldsProps {
  lines: Lines;
  error: string | undefined;
  onChange: (lines: Lines) => void;
}

/** Name and VAT of each line; sums stay. */
function LineFields({ lines, error, onChange }: LineFieldsProps) {
  const { word } = useReceiptWords();
  const change = (place: number, part: Partial<Lines[number]>) =>
    onChange(lines.map((line, index) => (index === place ? { ...line, ...part } : line)));
  return (
    <div className="grid gap-2">
      {lines.map(({ name, vat }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a receipt never move
        <div key={place} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <Input
            aria-label={`${word('correction.line-name')} ${place + 1}`}
            value={name}
            maxLength={nameLength}
            onChange={({ target }) => change(place, { name: target.value })}
          />
          <Select
            aria-label={`${word('correction.line-vat')} ${place + 1}`}
            value={vat}
            options={rates.map((rate) => ({ value: rate, label: word(`paper.vat.${rate}`) }))}
            onChange={({ target }) => change(place, { vat: target.value as ReceiptVat })}
          />
        </div>
      ))}
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
