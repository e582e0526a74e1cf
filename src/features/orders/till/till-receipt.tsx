import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { QrPicture } from '@/components/media/qr-picture';
import { buttonClass } from '@/components/ui/button-style';
import type { ReceiptView } from '@/contract/receipts/views';
import { api } from '@/lib/api/client';

/** A register usually answers within some seconds; whoever waits longer opens the order. */
const mostAsks = 30;
const everyMs = 2000;

/** The receipt of a sale; undefined until it is written. The sale does not wait for it. */
function useFiscal(orderId: number): ReceiptView | undefined {
  const { data } = useQuery({
    queryKey: ['orders', 'receipts', orderId, 'till'],
    queryFn: () => api.get(`orders/${orderId}/receipts`),
    meta: { silent: true },
    refetchInterval: ({ state }) => {
      const isEnded = ['done', 'blocked', 'excluded'].includes(state.data?.receipts[0]?.state ?? '');
      return isEnded || state.dataUpdateCount + state.errorUpdateCount >= mostAsks ? false : everyMs;
    },
  });
  return data?.receipts[0];
}

/** What became of the receipt of the last sale, with its code for the buyer. */
export function FiscalState({ orderId }: { orderId: number }) {
  const { word, adviceOf } = useReceiptWords();
  const receipt = useFiscal(orderId);
  const { proof, qr, page, trouble, state } = receipt ?? {};
  if (state === 'excluded') return null;
  if (!proof || !qr)
    return (
      <p className="mt-3 text-small text-ink-second">
        {trouble ? adviceOf(trouble, true) : word('till.waiting')}
      </p>
    );
  return (
    <div className="mt-4 grid justify-items-center gap-2">
      <QrPicture text={qr} quiet={2} label={word('paper.code')} className="size-28" />
      <p className="text-small text-ink-second">
        {word('list.proof', { document: proof.document, sign: proof.sign })}
      </p>
      {page && (
        <a href={`${page}&print=1`} target="_blank" rel="noreferrer" className={buttonClass({})}>
          <Printer aria-hidden="true" className="size-4" />
          {word('till.print')}
        </a>
      )}
    </div>
  );
}

/** On the printed slip, when it is registered by then. */
export function FiscalSlip({ orderId }: { orderId: number }) {
  const { word } = useReceiptWords();
  const { proof, qr } = useFiscal(orderId) ?? {};
  if (!proof || !qr) return <p className="mt-2 text-center">{word('till.slip-waiting')}</p>;
  return (
    <div className="mt-2 text-center">
      <p>{word('drive', { drive: proof.drive })}</p>
      <p>
        {word('document', { document: proof.document })} {word('sign', { sign: proof.sign })}
      </p>
      <QrPicture text={qr} quiet={2} label={word('paper.code')} className="mx-auto mt-1 size-28" />
    </div>
  );
}
