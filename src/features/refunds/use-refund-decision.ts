import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { BodyOf } from '@/contract/endpoint-types';
import { refunds } from '@/contract/refunds';
import type { RefundDetails } from '@/contract/refunds/schema';
import { explainedStates, type RefundMethod, type RefundState } from '@/contract/refunds/states';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefundCall } from './use-refund-call';

interface Input {
  status: RefundState;
  method: RefundMethod;
  /** The goods are back in stock. */
  restock: boolean;
  note: string;
}

/** Input of a decision and its submission. `first` is the initially chosen state. */
export function useRefundDecision(refund: RefundDetails, first: RefundState | undefined, onDone: () => void) {
  const { t } = useTranslation('refunds');
  const [input, setInput] = useState<Input>({
    status: first ?? refund.moves[0] ?? 'approved',
    method: refund.method,
    restock: false,
    note: '',
  });
  const [accepted, setAccepted] = useState<ReadonlyMap<number, number>>(new Map());
  const [isEmpty, setEmpty] = useState(false);
  const { status, method, restock, note } = input;
  const call = useRefundCall({
    run: (body: BodyOf<'PUT', `refunds/${number}`>) =>
      api.put(`${refunds.endpoint}/${refund.id}`, { version: refund.version, ...body }),
    done: () => t(`refunds:refunds.decided.${status}`),
    onDone,
  });
  // Whoever decides between a customer and a shop, or grants less than requested, says why.
  const isArbitrated = refund.escalated_at !== null && refund.origin === 'request' && status !== 'processing';
  const acceptedOf = (id: number, quantity: number) => accepted.get(id) ?? quantity;
  const isPartial =
    status === 'approved' && refund.lines.some(({ id, quantity }) => acceptedOf(id, quantity) !== quantity);
  const isExplained = explainedStates.includes(status) || isArbitrated || isPartial;
  const [refused] = (call.error && toClientError(call.error).fields.decision_note) || [];
  return {
    ...input,
    isExplained,
    accept: (id: number, quantity: number) => setAccepted(new Map(accepted).set(id, quantity)),
    acceptedOf,
    call,
    /** Error key of the note. */
    mistake: isEmpty ? 'error-refund-note-required' : refused,
    set: (change: Partial<Input>) => setInput({ ...input, ...change }),
    send: () => {
      const text = note.trim();
      const isMissing = isExplained && text === '';
      setEmpty(isMissing);
      const lines = refund.lines.map(({ id, quantity }) => ({ id, quantity: acceptedOf(id, quantity) }));
      const some = isPartial && { lines: lines.filter(({ quantity }) => quantity > 0) };
      const money = status === 'approved' ? { method, restock, ...some } : {};
      if (!isMissing) call.mutate({ status, decision_note: text || null, ...money });
    },
  };
}
