import { useMutation } from '@tanstack/react-query';
import { Check, Mail, MessageSquare, PenLine, Printer, RotateCw } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Drawer } from '@/components/dialog/drawer';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import type { ReceiptChannel, ReceiptView } from '@/contract/receipts/views';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { CorrectionForm } from './corrections/correction-form';
import { ReceiptByHandForm } from './corrections/receipt-by-hand-form';
import { Paper } from './paper/paper';
import { usePaper } from './paper/use-paper';

interface ReceiptDrawerProps {
  receipt: ReceiptView;
  onClose: () => void;
}

/** One receipt: the paper, and what can be done with it. */
export function ReceiptDrawer({ receipt, onClose }: ReceiptDrawerProps) {
  const { t } = useTranslation('common');
  const { titleOf } = useReceiptWords();
  const title = titleOf(receipt);
  return (
    <Drawer
      isWide
      label={title}
      closeLabel={t('common:button-close')}
      header={<h2 className="text-card font-semibold">{title}</h2>}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pb-6">
        <Trouble receipt={receipt} />
        <Actions receipt={receipt} onClose={onClose} />
        {receipt.page && <Printed page={receipt.page} />}
      </div>
    </Drawer>
  );
}

/** Why it is not registered, and what to do about it; the reason of a correction. */
function Trouble({ receipt: { trouble, reason, state, shop } }: { receipt: ReceiptView }) {
  const { word, adviceOf } = useReceiptWords();
  return (
    <>
      {trouble && (
        <p
          className={`rounded-card px-4 py-3 ${state === 'blocked' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
        >
          {adviceOf(trouble, shop !== null)}
          {trouble.text && <span className="mt-1 block text-small break-words">{trouble.text}</span>}
        </p>
      )}
      {reason && (
        <p className="break-words">
          <span className="text-ink-second">{word('correction.reason')}: </span>
          {reason}
        </p>
      )}
    </>
  );
}

function Actions({ receipt, onClose }: ReceiptDrawerProps) {
  const { word } = useReceiptWords();
  const [form, setForm] = useState<'correct' | 'made'>();
  const isAdmin = usePermissions().includes('super_admin');
  const mayWrite = useMay('orders:write');
  const mayDecide = useMay('finance:decide');
  const mayCorrect = mayDecide && receipt.may_correct;
  const mayNote = mayDecide && receipt.may_note_made;
  const toggle = (name: 'correct' | 'made') => setForm(form === name ? undefined : name);
  const { page, channels, url, state, trouble } = receipt;
  // What is registered under its id is never sent as another document.
  const isRefused = state === 'blocked' && trouble?.code !== 'mismatch';
  const mayRetry = useMay('finance:write') && isAdmin && isRefused;
  // Of the own register of a shop; its owner mends what it refuses.
  const ownShop = usePermissions().includes('store_owner') && !isAdmin && isRefused ? receipt.shop : null;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        {page && (
          <a href={`${page}&print=1`} target="_blank" rel="noreferrer" className={buttonClass({})}>
            <Printer aria-hidden="true" className="size-4" />
            {word('print')}
          </a>
        )}
        {mayWrite && channels.map((channel) => <Resend key={channel} id={receipt.id} channel={channel} />)}
        {(mayRetry || ownShop) && <Retry id={receipt.id} shop={ownShop} onDone={onClose} />}
        {mayCorrect && (
          <Button
            aria-expanded={form === 'correct'}
            icon={<PenLine className="size-4" />}
            onClick={() => toggle('correct')}
          >
            {word('correction.button')}
          </Button>
        )}
        {mayNote && (
          <Button
            aria-expanded={form === 'made'}
            icon={<Check className="size-4" />}
            onClick={() => toggle('made')}
          >
            {word('made.button')}
          </Button>
        )}
      </div>
      {url && (
        <p className="text-small">
          <a href={url} target="_blank" rel="noreferrer" className="text-accent-ink hover:underline">
            {word('at-operator')}
          </a>
        </p>
      )}
      {form === 'correct' && page && <CorrectionForm receipt={receipt} page={page} onDone={onClose} />}
      {form === 'made' && <ReceiptByHandForm id={receipt.id} onDone={onClose} />}
    </div>
  );
}

function Resend({ id, channel }: { id: number; channel: ReceiptChannel }) {
  const { word } = useReceiptWords();
  const Icon = channel === 'sms' ? MessageSquare : Mail;
  const run = () => api.post(`receipts/${id}/copies`, { channel });
  const send = useReceiptCall(['orders'], run, () => showToast('success', word(`sent-${channel}`)));
  return (
    <Button icon={<Icon className="size-4" />} isLoading={send.isPending} onClick={() => send.mutate()}>
      {word(`send-${channel}`)}
    </Button>
  );
}

/** Its register has refused it, and a person has changed what was wrong. */
function Retry({ id, shop, onDone }: { id: number; shop: ReceiptView['shop']; onDone: () => void }) {
  const { word } = useReceiptWords();
  const retry = useReceiptCall(
    ['orders', 'receipts'],
    () => api.post(shop ? `shops/${shop.id}/receipts/${id}/retry` : `receipts/${id}/retry`, {}),
    () => {
      showToast('success', word('retried'));
      onDone();
    },
  );
  return (
    <Button icon={<RotateCw className="size-4" />} isLoading={retry.isPending} onClick={() => retry.mutate()}>
      {word('retry')}
    </Button>
  );
}

/** Refetches these families afterwards; an error is a toast in the words of forms. */
function useReceiptCall(families: readonly string[], run: () => Promise<unknown>, onDone: () => void) {
  const { t } = useTranslation(['form', 'common']);
  const refresh = useRefresh(families);
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onSuccess: () => {
      onDone();
      return refresh();
    },
    onError: (error) => showToast('error', errorText(t, toClientError(error))),
  });
}

function Printed({ page }: { page: string }) {
  return (
    <QueryBoundary query={usePaper(page)}>
      {(paper) => (
        <div className="rounded-card border border-line bg-white p-5">
          <Paper paper={paper} />
        </div>
      )}
    </QueryBoundary>
  );
}
