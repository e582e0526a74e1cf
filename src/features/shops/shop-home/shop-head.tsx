import { ExternalLink, Mail, MapPin, Phone } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { ShopCover } from '@/components/domain/shop-cover';
import { ShopLogo } from '@/components/domain/shop-logo';
import { Badge } from '@/components/ui/badge';
import { WrittenText } from '@/components/ui/written-text';
import type { Shop } from '@/contract/shops/schema';
import { formatDate } from '@/lib/format/format';
import { useTabName } from '@/lib/hooks/use-tab-name';
import { storefrontUrl } from '@/lib/storefront';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { addressLine } from './address-line';

/** Longer descriptions are read in a dialog. */
const bioLength = 160;

interface ShopHeadProps {
  shop: Shop;
  /** Action buttons. */
  children: ReactNode;
}

/** Cover, logo, name, state and contacts. */
export function ShopHead({ shop, children }: ShopHeadProps) {
  const { t } = useTranslation('shops');
  const { open } = useModalActions();
  useTabName(shop.name);
  const text = shop.description ?? '';
  const isLong = text.length > bioLength;
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <ShopCover cover={shop.cover_image} seed={shop.id} className="h-24 phone:h-20" />
      <div className="px-4 pb-4 desk:px-5 desk:pb-5">
        <div className="-mt-9 flex flex-wrap items-end justify-between gap-3">
          <ShopLogo name={shop.name} logo={shop.logo} isActive={shop.is_active} className="size-20" />
          <div className="flex flex-wrap gap-2">{children}</div>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-title font-[650] break-words">{shop.name}</h1>
          <Badge tone={shop.is_active ? 'good' : 'warn'}>
            {t(`shops:shops.tile.${shop.is_active ? 'works' : 'off'}`)}
          </Badge>
        </div>
        {text && (
          <p className="mt-1.5 max-w-3xl">
            <WrittenText text={isLong ? `${text.slice(0, bioLength).trimEnd()}…` : text} />
            {isLong && (
              <button
                type="button"
                aria-haspopup="dialog"
                className="ms-1.5 rounded-badge text-accent-ink underline"
                onClick={() => open('DESCRIPTION_VIEW', { title: shop.name, text })}
              >
                {t('shops:shops.home.more')}
              </button>
            )}
          </p>
        )}
        <Reach shop={shop} />
        <p className="mt-2 text-small text-ink-second">
          {t('shops:shops.home.since', { date: formatDate(shop.created_at) })}
        </p>
      </div>
    </section>
  );
}

const linkClass =
  'inline-flex min-w-0 items-center gap-1.5 rounded-badge hover:text-accent-ink hover:underline pointer-coarse:min-h-10';

/** Address, phone and e-mail, as far as known. */
function Reach({ shop }: { shop: Shop }) {
  const { t } = useTranslation('shops');
  const storefront = storefrontUrl(useSettings().siteLink, shop.slug);
  const address = addressLine(shop.address);
  const phone = shop.settings?.contact;
  const mail = shop.owner?.email;
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-second empty:hidden">
      {storefront && shop.is_active && (
        <a href={storefront} target="_blank" rel="noreferrer" className={linkClass}>
          <ExternalLink className="size-4 shrink-0" />
          {t('shops:shops.actions.storefront')}
        </a>
      )}
      {address && (
        <a
          href={`https://yandex.ru/maps/?text=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noreferrer"
          className={linkClass}
        >
          <MapPin className="size-4 shrink-0" />
          <span className="break-words">{address}</span>
        </a>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr" className={linkClass}>
          <Phone className="size-4 shrink-0" />
          {phone}
        </a>
      )}
      {mail && (
        <a href={`mailto:${mail}`} dir="ltr" className={linkClass}>
          <Mail className="size-4 shrink-0" />
          <span className="break-all">{mail}</span>
        </a>
      )}
    </p>
  );
}
