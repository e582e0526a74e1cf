import { ArrowLeftRight, Check, CircleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { Shop } from '@/contract/shops/schema';
import { usePermissions } from '@/lib/session/me';

/** Why the shop does not sell, what its owner can do about it, and a pending transfer. */
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
          <span className="min-w-0 break-words">{why}</span>
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
      {!isOn && shop.balance && !isAdmin && <Steps shop={shop} />}
    </>
  );
}

/** Remaining steps before a shop opens, each linked to its page. */
function Steps({ shop }: { shop: Shop }) {
  const { t } = useTranslation('shops');
  const form = `/${encodeURIComponent(shop.slug)}/edit`;
  const steps = [
    { key: 'requisites', isDone: Boolean(shop.requisites), href: `${form}#requisites` },
    { key: 'look', isDone: Boolean(shop.logo && shop.cover_image), href: form },
    {
      key: 'address',
      isDone: Boolean(shop.address?.city) && (shop.settings?.schedule ?? []).length > 0,
      href: `${form}#address`,
    },
    { key: 'check', isDone: shop.is_active, href: undefined },
  ];
  return (
    <section className="rounded-card border border-line bg-surface p-4 desk:p-5">
      <h2 className="text-card font-semibold">{t('shops:shops.home.steps')}</h2>
      <ol className="mt-3 grid gap-3 sm:grid-cols-2">
        {steps.map(({ key, isDone, href }, index) => {
          const title = t(`shops:shops.home.step-${key}`);
          return (
            <li key={key} className="flex items-start gap-3">
              <span
                className={`grid size-6 shrink-0 place-items-center rounded-full text-small font-semibold ${
                  isDone ? 'bg-good-soft text-good' : 'bg-line-faint text-ink-second'
                }`}
              >
                {isDone ? (
                  <Check role="img" aria-label={t('shops:shops.home.done')} className="size-3.5" />
                ) : (
                  index + 1
                )}
              </span>
              <span className="min-w-0">
                {href && !isDone ? (
                  <Link href={href} className="rounded-badge font-medium text-accent-ink hover:underline">
                    {title}
                  </Link>
                ) : (
                  <span className={`font-medium ${isDone ? 'text-ink-second' : ''}`}>{title}</span>
                )}
                {!isDone && (
                  <span className="block text-small text-ink-second">
                    {t(`shops:shops.home.step-${key}-text`)}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
