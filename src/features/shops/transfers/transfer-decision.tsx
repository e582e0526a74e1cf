import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { CallError } from '@/components/page/call-error';
import { Button } from '@/components/ui/button';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import type { OwnershipTransfer, TransferState } from '@/contract/shops/ownership-transfers/schema';
import { useShopCall } from '@/features/shops/use-shop-call';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { TransferFacts, useTransferConditions } from './transfer-facts';

const done = { approved: 'approved', rejected: 'rejected', processing: 'taken' } as const;

type Verdict = Exclude<TransferState, 'pending'>;

/** An administrator's decision, with the conditions of the transfer visible. */
export function TransferDecision({ transfer }: { transfer: OwnershipTransfer }) {
  const { t } = useTranslation('shops');
  const [note, setNote] = useState('');
  const { data: conditions } = useTransferConditions(transfer.shop_id, useCan('transfer-conditions'));
  const decide = useShopCall({
    run: (status: Verdict) =>
      api.put(`${ownershipTransfers.endpoint}/${transfer.id}`, {
        status,
        note: note.trim() || null,
        version: transfer.version,
      }),
    done: (status) => t(`shops:shops.transfers.${done[status]}`),
    onDone: () => setNote(''),
  });
  const button = (status: Verdict, word: string, variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      disabled={decide.isPending || (status === 'approved' && Boolean(conditions?.blocked))}
      isLoading={decide.isPending && decide.variables === status}
      aria-label={`${t(`shops:shops.transfers.${word}`)}: ${transfer.shop?.name ?? ''}`}
      onClick={() => decide.mutate(status)}
    >
      {t(`shops:shops.transfers.${word}`)}
    </Button>
  );
  return (
    <div className="mt-3 grid gap-4 desk:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid content-start gap-3">
        <Field
          as={Textarea}
          id={`transfer-note-${transfer.id}`}
          label={t('shops:shops.transfers.note-label')}
          hint={t('shops:shops.transfers.note-hint')}
          rows={2}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <CallError error={decide.error} />
        <div className="flex flex-wrap gap-2">
          {button('approved', 'approve', 'primary')}
          {button('rejected', 'reject', 'secondary')}
          {transfer.status === 'pending' && button('processing', 'processing', 'secondary')}
        </div>
      </div>
      {conditions && <TransferFacts conditions={conditions} />}
    </div>
  );
}
