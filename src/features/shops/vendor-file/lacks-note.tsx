import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { Shop } from '@/contract/shops/schema';
import type { VendorFile } from '@/contract/shops/vendor-file';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useItemName } from './use-vendor-file';

/** Which switch asks vendors for papers, for whoever may change it. */
export function PapersSwitch({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation('shops');
  const isAdmin = usePermissions().includes('super_admin');
  const mayWrite = useMay('settings:write');
  if (!isAdmin || !mayWrite) return null;
  return (
    <p className="mt-1">
      {t('shops:vendor-file.by-switch')}{' '}
      <Link
        href="/settings/shop#field-vendorFile-isOn"
        className="relative touch-target rounded-badge underline"
        {...(onLeave && { onClick: onLeave })}
      >
        {t('shops:vendor-file.to-switch')}
      </Link>
    </p>
  );
}

/** Before an approval: what the vendor's file lacks, with a way to it. */
export function LacksNote({ shop, file, onLeave }: { shop: Shop; file: VendorFile; onLeave: () => void }) {
  const { t } = useTranslation('shops');
  const nameOf = useItemName(file);
  const waiting = file.items.filter(({ state }) => state === 'waiting').length;
  return (
    <section className="flex items-start gap-2.5 rounded-control bg-warn-soft px-3 py-2.5 text-warn">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{t('shops:vendor-file.lacks')}</p>
        <ul className="mt-1 list-disc ps-4">
          {file.lacks.map((key) => (
            <li key={key} className="break-words">
              {nameOf(key)}
            </li>
          ))}
        </ul>
        {waiting > 0 && <p className="mt-1">{t('shops:vendor-file.to-decide', { count: waiting })}</p>}
        <p className="mt-1">
          <Link
            href={`/${encodeURIComponent(shop.slug)}#documents`}
            className="relative touch-target rounded-badge underline"
            onClick={onLeave}
          >
            {t('shops:vendor-file.to-papers')}
          </Link>
        </p>
        <PapersSwitch onLeave={onLeave} />
      </div>
    </section>
  );
}
