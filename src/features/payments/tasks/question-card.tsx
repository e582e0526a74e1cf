import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { CallError } from '@/components/page/call-error';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { Link } from '@/components/ui/link';
import { shownNumber } from '@/contract/orders/number';
import {
  explainedAnswers,
  type PaymentTask,
  refundedUnknown,
  type TaskAnswer,
} from '@/contract/payments/tasks';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { formatDate, formatDateTime } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';

/** What happened to the money, and the ready answers. */
export function QuestionCard({ task }: { task: PaymentTask }) {
  const { t } = useTranslation('payments');
  const word = (key: string) => t(`payments:payments.tasks.${key}`);
  const { kind, state, order } = task;
  const of = { family: 'payment-tasks', id: task.id };
  const waits = useWaiting(of, state === 'open').length > 0;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-card font-semibold break-words">{word(`kinds.${kind}`)}</h3>
          <Link href={`/orders/${order.id}`} className="text-accent-ink hover:underline">
            <bdi>{t('common:id', { id: shownNumber(order) })}</bdi>
          </Link>
        </div>
        <Badge tone={state === 'open' ? 'warn' : 'good'}>{word(`states.${state}`)}</Badge>
      </div>
      <p className="mt-2 max-w-3xl text-ink-second">{word(`texts.${kind}`)}</p>
      <div className="mt-4">
        <Facts task={task} />
      </div>
      <SecondPerson {...of} className="mt-4" />
      {task.answers.length > 0 && !waits && <Answers task={task} />}
      {task.missing.length > 0 && (
        <ul className="mt-4 grid max-w-3xl gap-1 text-ink-second">
          {task.missing.map((reason) => (
            <li key={reason}>{word(`missing.${reason}`)}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Facts({ task }: { task: PaymentTask }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const word = (key: string) => t(`payments:payments.tasks.${key}`);
  const { payment, chargeback, answer, answered_by, answered_at, due_at, refund_id } = task;
  const facts = [
    {
      key: 'expected',
      label: word('expected'),
      value: task.expected !== null && money(task.expected),
    },
    {
      key: 'amount',
      label: word(task.expected === null ? 'amount' : 'received'),
      value: money(task.amount),
    },
    {
      key: 'provider',
      label: t('payments:payments.fields.provider'),
      value: payment && t(`payments:payments.providers.${payment.provider}`),
    },
    {
      key: 'payment',
      label: t('payments:payments.fields.payment_id'),
      value: payment?.payment_id && (
        <code dir="ltr" className="break-all">
          {payment.payment_id}
        </code>
      ),
    },
    {
      key: 'refund',
      label: word('refund'),
      value: refund_id !== null && (
        <Link href={`/refunds/${refund_id}`} className="text-accent-ink hover:underline">
          {t('common:id', { id: refund_id })}
        </Link>
      ),
    },
    {
      key: 'note',
      label: word('note'),
      value: task.note === refundedUnknown ? word('notes.refunded-unknown') : task.note,
    },
    {
      key: 'due',
      label: word('due'),
      value: chargeback?.respond_by
        ? formatDate(chargeback.respond_by)
        : due_at && formatDateTime(due_at, i18n.language),
    },
    { key: 'created', label: word('created'), value: formatDateTime(task.created_at, i18n.language) },
    { key: 'answer', label: word('answer'), value: answer && word(`answered.${answer}`) },
    { key: 'explained', label: word('answer-note'), value: task.answer_note },
    {
      key: 'answered',
      label: word('answered-by'),
      value: answered_at && `${answered_by?.name ?? '—'}, ${formatDateTime(answered_at, i18n.language)}`,
    },
  ];
  return <FactList facts={facts.filter(({ value }) => Boolean(value))} />;
}

function Answers({ task }: { task: PaymentTask }) {
  const { t } = useTranslation(['payments', 'common']);
  const word = (key: string) => t(`payments:payments.tasks.${key}`);
  const [chosen, setChosen] = useState<TaskAnswer>();
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const call = useAnswer(task);
  if (!chosen) {
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        {task.answers.map((answer) => (
          <Button key={answer} onClick={() => setChosen(answer)}>
            {word(`answers.${answer}`)}
          </Button>
        ))}
      </div>
    );
  }
  const text = note.trim();
  const isMissing = explainedAnswers.includes(chosen) && text === '';
  return (
    <form
      className="mt-4 grid max-w-xl gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isMissing) call.mutate({ answer: chosen, note: text || null, version: task.version });
      }}
    >
      <p className="font-medium">{word(`sure.${chosen}`)}</p>
      <Field
        as={Textarea}
        id={`answer-${task.id}`}
        label={word('answer-note')}
        isRequired={explainedAnswers.includes(chosen)}
        {...(isTried && isMissing && { error: word('note-required') })}
        rows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {toClientError(call.error).status !== 202 && <CallError error={call.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={call.isPending}>
          {word(`answers.${chosen}`)}
        </Button>
        <Button onClick={() => setChosen(undefined)}>{t('common:button-cancel')}</Button>
      </div>
    </form>
  );
}

/** Gives the answer. Who comes second sees what was decided. */
function useAnswer({ id }: PaymentTask) {
  const { t } = useTranslation('payments');
  const refresh = useRefresh(['approvals', 'orders', 'refunds', 'ledger', 'shops']);
  return useMutation({
    meta: { silent: true },
    mutationFn: (input: { answer: TaskAnswer; note: string | null; version: number }) =>
      api.post(`payment-tasks/${id}/answer`, input),
    onSuccess: () => {
      showToast('success', t('payments:payments.tasks.done'));
      return refresh();
    },
    onError: () => void refresh(),
  });
}
