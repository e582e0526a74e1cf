import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { Shop } from '@/contract/shops/schema';

/** For comparison with the public register before a shop is approved. */
const shown = ['legal_form', 'legal_name', 'inn', 'kpp', 'ogrn', 'bank_name', 'bic', 'account'] as const;

/** Requisites to check, or a note that there are none. */
export function RequisitesSummary({ shop }: { shop: Shop }) {
  const { t } = useTranslation('shops');
  const { requisites } = shop;
  if (!requisites) {
    return (
      <p className="flex items-start gap-2.5 rounded-control bg-warn-soft px-3 py-2.5 text-warn">
        <CircleAlert className="mt-0.5 size-4 shrink-0" />
        <span>
          {t('shops:shops.no-requisites')}{' '}
          <Link
            href={`/${encodeURIComponent(shop.slug)}/edit#requisites`}
            className="rounded-badge underline"
          >
            {t('shops:shops.to-requisites')}
          </Link>
        </span>
      </p>
    );
  }
  const textOf = (key: (typeof shown)[number]) => {
    const value = requisites[key];
    return key === 'legal_form' ? t(`shops:shops.options.legal_form.${value}`) : value;
  };
  return (
    <section aria-label={t('shops:shops.check')} className="rounded-control bg-sunken px-3.5 py-3">
      <h3 className="text-small font-medium text-ink-second">{t('shops:shops.check')}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {shown
          .filter((key) => requisites[key])
          .map((key) => (
            <div key={key} className="contents">
              <dt className="text-ink-second">{t(`shops:shops.fields.requisites.${key}`)}</dt>
              <dd className="break-words select-all">{textOf(key)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
