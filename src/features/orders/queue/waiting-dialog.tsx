import { DialogTitle } from '@headlessui/react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import { ClientError, errorText } from '@/lib/api/errors';
import { formatDateTime } from '@/lib/format/format';
import { changeQueue, droppedWith, useQueue, type WaitingEntry, type WaitingSale } from '@/lib/queue/waiting';
import { useMe } from '@/lib/session/me';
import { useReceipt, useReceiptChange } from '@/state/till';
import { parseReceipt } from '@/state/till-receipt';
import { useMoney } from '@/state/use-money';

/** What was done without a network: what waits, and what was refused and why. */
export function WaitingDialog({ onClose }: DialogProps<'WAITING_CHANGES'>) {
  const { t } = useTranslation(['orders', 'common']);
  const { data: me } = useMe();
  const entries = useQueue(me?.id);
  return (
    <div className="w-120 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className="pe-8 text-card font-semibold">{t('orders:queue.title')}</DialogTitle>
      <p className="mt-1 text-ink-second">{t(`orders:queue.${entries.length === 0 ? 'empty' : 'text'}`)}</p>
      <ul className="mt-4 grid">
        {me &&
          entries.map((entry) => (
            <li key={entry.key} className="border-t border-line-faint py-3 first:border-t-0">
              <EntryRow person={me.id} entry={entry} entries={entries} onClose={onClose} />
            </li>
          ))}
      </ul>
      <DialogButtons>
        <Button onClick={onClose}>{t('common:button-close')}</Button>
      </DialogButtons>
    </div>
  );
}

interface EntryRowProps {
  person: number;
  entry: WaitingEntry;
  entries: readonly WaitingEntry[];
  onClose: () => void;
}

function EntryRow({ person, entry, entries, onClose }: EntryRowProps) {
  const { t, i18n } = useTranslation(['orders', 'form', 'common']);
  const { push } = useRouter();
  const money = useMoney();
  const { refusal, subject, key } = entry;
  const dropped = droppedWith(entries, key);
  const isHeld = entries.some((one) => one.subject === subject && one.refusal) && !refusal;
  const state = refusal ? 'refused' : isHeld ? 'held' : 'waiting';
  const drop = () => changeQueue(person, (now) => without(now, droppedWith(now, key)));
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="me-auto font-medium">
          {entry.kind === 'step'
            ? `${t('common:id', { id: entry.number })}: ${t(`orders:orders.moves.${entry.to}`)}`
            : t('orders:queue.sale', { sum: money(entry.total) })}
        </span>
        <Badge tone={refusal ? 'bad' : 'warn'}>{t(`orders:queue.states.${state}`)}</Badge>
      </div>
      <p className="text-small text-ink-second">{formatDateTime(entry.at, i18n.language)}</p>
      {refusal && <p className="mt-1 text-bad">{reasonText()}</p>}
      {refusal && dropped.length > 1 && (
        <p className="mt-1 text-small text-ink-second">
          {t('orders:queue.drops-more', { count: dropped.length - 1 })}
        </p>
      )}
      <DialogButtons className="mt-2">
        {entry.kind === 'step' ? (
          <Button
            onClick={() => {
              onClose();
              void push(entry.href);
            }}
          >
            {t('orders:queue.open-order')}
          </Button>
        ) : (
          refusal && <BackToTill sale={entry} onBack={drop} onClose={onClose} />
        )}
        <Button variant={refusal ? 'danger' : 'ghost'} onClick={drop}>
          {t(`orders:queue.drop-${entry.kind}`)}
        </Button>
      </DialogButtons>
    </>
  );

  function reasonText(): string | undefined {
    if (!refusal) return undefined;
    const { code, status, fields = {} } = refusal;
    if (code === 'TOO_OLD' || code === 'CONFLICT') return t(`orders:queue.reasons.${code}`);
    const [message] = Object.values(fields).flat();
    if (message) return t(`form:${message}`, { defaultValue: message });
    return errorText(t, new ClientError(code, { status, fields }));
  }
}

/** Puts the receipt of a refused sale back, to correct and sell it. A receipt that is being written stays. */
function BackToTill({
  sale,
  onBack,
  onClose,
}: {
  sale: WaitingSale;
  onBack: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('orders');
  const { push } = useRouter();
  const change = useReceiptChange(sale.shop);
  const isBusy = useReceipt(sale.shop).lines.length > 0;
  const handleClick = () => {
    change(() => ({ ...parseReceipt(sale.receipt), attempt: null, waiting: null }));
    onBack();
    onClose();
    void push(`/${encodeURIComponent(sale.shop)}/till`);
  };
  return (
    <>
      <Button disabled={isBusy} onClick={handleClick}>
        {t('orders:queue.back-to-till')}
      </Button>
      {isBusy && <p className="w-full text-end text-small text-ink-second">{t('orders:queue.till-busy')}</p>}
    </>
  );
}

const without = (entries: readonly WaitingEntry[], gone: readonly WaitingEntry[]) =>
  entries.filter(({ key }) => gone.every((one) => one.key !== key));
