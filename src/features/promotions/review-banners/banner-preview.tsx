import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { fileUrl } from '@/lib/api/client';
import { pictureIn } from '@/lib/format/pictures';

interface BannerPreviewProps {
  banner: Record<string, unknown>;
  title: string;
}

/** Banner preview, wide and on a phone, with the mandatory advertising mark. */
export function BannerPreview({ banner, title }: BannerPreviewProps) {
  const { t } = useTranslation('promotions');
  const wide = pictureIn(banner.image);
  const narrow = pictureIn(banner.mobile_image);
  const mark = useMark(banner);
  return (
    <Card title={t('promotions:banners.preview')}>
      <div className="grid gap-6">
        <Frame
          icon={<Monitor className="size-4" />}
          caption={t('promotions:banners.desktop')}
          path={wide?.original}
          alt={`${title}. ${t('promotions:banners.desktop')}`}
          mark={mark}
        />
        <Frame
          icon={<Smartphone className="size-4" />}
          caption={t('promotions:banners.phone')}
          note={narrow ? undefined : t('promotions:banners.no-phone')}
          path={(narrow ?? wide)?.original}
          alt={`${title}. ${t('promotions:banners.phone')}`}
          mark={mark}
          isPhone
        />
      </div>
    </Card>
  );
}

/** Advertising mark: label, advertiser and token; empty without a token. */
function useMark({ erid, advertiser, advertiser_inn }: Record<string, unknown>): string | undefined {
  const { t } = useTranslation('promotions');
  if (!erid) return undefined;
  const inn = advertiser_inn ? t('promotions:banners.inn', { inn: advertiser_inn }) : undefined;
  return [t('promotions:banners.advertising'), advertiser, inn, `erid: ${String(erid)}`]
    .filter(Boolean)
    .join(' · ');
}

interface FrameProps {
  icon: ReactNode;
  caption: string;
  note?: string;
  path: string | undefined;
  alt: string;
  mark: string | undefined;
  isPhone?: boolean;
}

function Frame({ icon, caption, note, path, alt, mark, isPhone = false }: FrameProps) {
  return (
    <figure className={isPhone ? 'w-80 max-w-full' : ''}>
      <figcaption className="mb-2 flex items-center gap-2 text-small text-ink-second">
        {icon}
        {caption}
      </figcaption>
      <div
        className={`overflow-hidden border border-line bg-sunken ${isPhone ? 'rounded-[1.75rem] p-2.5' : 'rounded-card'}`}
      >
        {path && (
          <img
            src={fileUrl(path)}
            alt={alt}
            className={`block w-full bg-line-faint ${isPhone ? 'rounded-[1.25rem]' : ''}`}
          />
        )}
        {mark && <p className="px-3 py-1.5 text-small break-words text-ink-second">{mark}</p>}
      </div>
      {note && <p className="mt-2 text-small text-ink-second">{note}</p>}
    </figure>
  );
}
