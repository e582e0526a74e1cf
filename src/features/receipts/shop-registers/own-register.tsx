import { useQuery } from '@tanstack/react-query';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { ShopRegisterPage } from '@/contract/receipts/shop-register';
import { api } from '@/lib/api/client';
import { useMay } from '@/lib/session/rights';
import { ReceiptList } from '../receipt-list';
import { Queue, RegisterState } from '../registers/registers';
import { OwnRegisterForm } from './own-register-form';

/** «Онлайн-касса»: the own register of a shop, what it waits for, and its receipts. */
export function OwnRegister({ shop }: { shop: { id: number; slug: string } }) {
  const mayWrite = useMay('shops:write');
  const found = useQuery({
    queryKey: ['receipts', 'own-register', shop.id],
    queryFn: () => api.get(`shops/${shop.id}/register`),
  });
  return (
    <QueryBoundary query={found}>
      {(page) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {/* Saved elsewhere, it is filled anew. */}
          <fieldset disabled={!mayWrite} className="contents">
            <OwnRegisterForm key={page.register?.version ?? 0} shopId={shop.id} page={page} />
          </fieldset>
          <Waiting page={page} />
          {page.register && <ReceiptList shop={shop} />}
        </div>
      )}
    </QueryBoundary>
  );
}

function Waiting({ page: { queue, register } }: { page: ShopRegisterPage }) {
  const { word } = useReceiptWords();
  if (!queue || !register) return null;
  return (
    <section className="min-w-0 rounded-card border border-line bg-surface p-4 tabular-nums desk:p-5">
      <h2 className="flex flex-wrap items-center gap-2.5 text-card font-semibold">
        {word('own.queue')}
        {(register.is_on || queue.failure) && <RegisterState queue={queue} />}
      </h2>
      <Queue queue={queue} isShop />
    </section>
  );
}
