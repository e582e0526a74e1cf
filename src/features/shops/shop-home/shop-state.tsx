import { ArrowLeftRight, CircleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { Shop } from '@/contract/shops/schema';
import { usePermissions } from '@/lib/session/me';

/** Why the shop does not sell, with the way to its owner's list of steps, and a pending transfer. */
export function ShopState({ shop }: { shop: Shop }) {
  const { t } = useTranslation('shops');
  const home = 'shops:shops.home';
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const { disapproved_reason: reason, ownership_history: transfer, is_active: isOn } = shop;
  const isPaused = Boolean(shop.file_paused_at);
  const wasOff = shop.approved_at !== null || Boolean(reason);
  const why = isPaused
    ? t(`${home}.off-papers`)
    : wasOff
      ? reason
        ? t(`${home}.off`, { reason })
        : t(`${home}.off-plain`)
      : t(`${home}.waiting${isAdmin ? '-admin' : ''}`);
  return (
    <>
      {!isOn && (
        <p
          role="status"
          className="flex items-start gap-2.5 rounded-card bg-warn-soft px-4 py-3 font-medium text-warn"
        >
          <CircleAlert className="mt-px size-4.5 shrink-0" />
          <span className="min-w-0 break-words">
            {why}{' '}
            {!isAdmin && shop.balance && (
              <Link href="/" className="rounded-badge underline">
                {t(`${home}.to-steps`)}
              </Link>
            )}
          </span>
        </p>
      )}
      {transfer && (
        <p className="flex items-start gap-2.5 rounded-card bg-accent-soft px-4 py-3 text-accent-ink">
          <ArrowLeftRight className="mt-px size-4.5 shrink-0" />
          <span>
            {t(`${home}.transfer`)}{' '}
            <Link href="/ownership-transfers" className="rounded-badge font-medium underline">
              {t(`${home}.transfer-link`)}
            </Link>
          </span>
        </p>
      )}
    </>
  );
}
