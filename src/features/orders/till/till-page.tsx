import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type PointerEvent, useRef, useState } from 'react';
import { ErrorPage } from '@/components/page/error-page';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import type { ShiftReport, TillInfo, TillShift } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { focusUnlessTyping } from '@/lib/focus';
import { part } from '@/lib/part';
import { GoodsPane } from './goods-pane';
import { ReceiptBar } from './receipt-bar';
import { ReceiptPane } from './receipt-pane';
import { OpenShift } from './shifts/open-shift';
import { ShiftPane } from './shifts/shift-pane';
import { useClosedShop } from './shifts/use-closed-shop';
import { isSold, useTill } from './use-till';
import { useTillKeys } from './use-till-keys';
import { useTillWord } from './use-till-word';

const ReturnPane = part(
  dynamic(() => import('./return-pane').then((module) => module.ReturnPane), {
    loading: () => <Loader />,
  }),
);

/** The till of a shop: goods and the receipt side by side, without the menu. */
export function TillPage() {
  const { t } = useTranslation('common');
  const word = useTillWord();
  const { query } = useRouter();
  const shop = typeof query.shop === 'string' ? query.shop : '';
  const isClosed = useClosedShop(shop);
  const info = useQuery({
    queryKey: ['till', shop, 'info'],
    queryFn: () => api.get(`till/${encodeURIComponent(shop)}`),
    enabled: shop !== '' && !isClosed,
    // The till stays open all day: a failed refetch keeps the data that it started with.
    staleTime: 5 * 60_000,
  });
  if (info.data) return <OpenTill key={info.data.shop.id} info={info.data} />;
  if (isClosed) {
    return (
      <ErrorPage picture="missing" title={word('closed.title')} text={word('closed.text')}>
        <LinkButton href={`/${encodeURIComponent(shop)}`}>{word('closed.shop')}</LinkButton>
      </ErrorPage>
    );
  }
  if (!info.error) return <Loader isFullScreen />;
  const error = toClientError(info.error);
  return (
    <ErrorPage
      title={error.status === 404 ? word('missing') : t(messageKey(error))}
      picture={error.status === 404 ? 'missing' : 'broken'}
      requestId={error.requestId}
      onRetry={error.status === 404 ? undefined : () => void info.refetch()}
    >
      <LinkButton href="/">{word('home')}</LinkButton>
    </ErrorPage>
  );
}

/** Nothing can be sold before a shift is open. */
function OpenTill({ info }: { info: TillInfo }) {
  const [closed, setClosed] = useState<ShiftReport>();
  if (!info.shift) return <OpenShift info={info} closed={closed} />;
  return <TillScreen info={info} shift={info.shift} onClosed={setClosed} />;
}

interface TillScreenProps {
  info: TillInfo;
  shift: TillShift;
  onClosed: (shift: ShiftReport) => void;
}

function TillScreen({ info, shift, onClosed }: TillScreenProps) {
  const word = useTillWord();
  const till = useTill(info);
  const search = useRef<HTMLInputElement>(null);
  const cash = useRef<HTMLInputElement>(null);
  useTillKeys(till, search, cash);
  // After a click the next scan must arrive; on a touch screen a focused field would open its keyboard.
  const handlePointer = ({ pointerType, target }: PointerEvent) => {
    const isField = target instanceof HTMLElement && target.closest('input, label, a, dialog');
    if (pointerType === 'mouse' && !isField) focusUnlessTyping(() => search.current);
  };
  const { lines, waiting } = till.receipt;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const open = waiting === null ? word('receipt.count', { count }) : word('sbp.wait');
  return (
    <main
      className="flex h-dvh flex-col bg-surface text-ink desk:flex-row print:hidden"
      onPointerUp={handlePointer}
    >
      <GoodsPane till={till} search={search} shift={shift} />
      {till.pane === 'return' ? (
        <ReturnPane till={till} />
      ) : till.pane === 'shift' ? (
        <ShiftPane till={till} shift={shift} onClosed={onClosed} />
      ) : (
        <>
          <ReceiptPane till={till} cash={cash} search={search} />
          <ReceiptBar
            till={till}
            label={isSold(till) ? word('receipt.sold') : open}
            sum={till.sale?.total ?? till.kept ?? till.view.total}
          />
        </>
      )}
    </main>
  );
}
