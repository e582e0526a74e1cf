import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import type { Conversation } from '@/contract/messaging/conversations';
import { usePermissions } from '@/lib/session/me';
import { storefrontUrl } from '@/lib/storefront';
import { useSettings } from '@/state/settings';
import { useCounterpart } from './counterpart';

/** Thread header: participant, back link on small screens, links to the shop and its storefront. */
export function ThreadHeader({ talk, root }: { talk: Conversation; root: string }) {
  const { t } = useTranslation('messaging');
  const { siteLink } = useSettings();
  const isAdmin = usePermissions().includes('super_admin');
  const { name, note, path, shape } = useCounterpart()(talk);
  const storefront = talk.side === 'user' ? storefrontUrl(siteLink, talk.shop.slug) : undefined;
  const title = <WrittenText className="block truncate text-card font-semibold" text={name} />;
  const square =
    'grid size-8.5 shrink-0 place-items-center rounded-control text-ink-second hover:bg-sunken hover:text-ink pointer-coarse:size-10';
  return (
    <header className="flex min-h-15 items-center gap-3 border-b border-line px-4 py-2">
      <Link
        href={root}
        aria-label={t('messaging:messages.to-list')}
        className={`${square} -ms-2 desk:hidden`}
      >
        <ArrowLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
      </Link>
      <Avatar name={name} path={path} size="normal" shape={shape} />
      <h2 className="min-w-0 flex-1">
        {isAdmin && talk.side === 'user' ? (
          <Link
            href={`/${encodeURIComponent(talk.shop.slug)}`}
            className="relative touch-target block hover:text-accent-ink"
          >
            {title}
          </Link>
        ) : (
          title
        )}
        {note && (
          <WrittenText className="block truncate text-small font-normal text-ink-second" text={note} />
        )}
      </h2>
      {storefront && (
        <a
          href={storefront}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('messaging:messages.storefront')}
          title={t('messaging:messages.storefront')}
          className={square}
        >
          <ExternalLink aria-hidden="true" className="size-4.5" />
        </a>
      )}
    </header>
  );
}
