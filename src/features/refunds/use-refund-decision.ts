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
  const [isEmpty, setEmpty] = useState(false);
  const { status, method, restock, note } = input;
  const call = useRefundCall({
    run: (body: BodyOf<'PUT', `refunds/${number}`>) =>
      api.put(`${refunds.endpoint}/${refund.id}`, { version: refund.version, ...body }),
    done: () => t(`refunds:refunds.decided.${status}`),
    onDone,
  });
  const isExplained = explainedStates.includes(status);
  const [refused] = (call.error && toClientError(call.error).fields.decision_note) || [];
  return {
    ...input,
    isExplained,
    call,
    /** Error key of the note. */
    mistake: isEmpty ? 'error-refund-note-required' : refused,
    set: (change: Partial<Input>) => setInput({ ...input, ...change }),
    send: () => {
      const text = note.trim();
      const isMissing = isExplained && text === '';
      setEmpty(isMissing);
      const money = status === 'approved' ? { method, restock } : {};
      if (!isMissing) call.mutate({ status, decision_note: text || null, ...money });
    },
  };
}
