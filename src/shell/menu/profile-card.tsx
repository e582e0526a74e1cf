import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/ui/avatar';
import { fileUrl } from '@/lib/api/client';
import { formatPhone } from '@/lib/format/format';
import { useMe } from '@/lib/session/me';

/** The signed-in person above the menu of owners and staff. */
export function ProfileCard() {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  if (!me) return <div className="mb-4 h-39 animate-pulse rounded-card bg-line-faint" />;

  const { avatar, contact } = me.profile ?? {};
  const state = t(me.is_active ? 'text-verified' : 'text-blocked');
  return (
    <div className="mb-4 flex flex-col items-center rounded-card border border-line bg-surface px-3 py-4 text-center">
      <Avatar name={me.name} url={avatar ? fileUrl(avatar.thumbnail) : undefined} size="large" />
      <p className="mt-2.5 flex max-w-full items-center gap-1 font-semibold">
        <span className="truncate">{me.name}</span>
        <BadgeCheck
          role="img"
          aria-label={state}
          size={16}
          className={`shrink-0 ${me.is_active ? 'text-good' : 'text-bad'}`}
        />
      </p>
      <a
        href={`mailto:${me.email}`}
        className="mt-0.5 pointer-coarse:py-2.75 max-w-full truncate text-small text-ink-second hover:text-accent-ink"
      >
        {me.email}
      </a>
      {contact && (
        <a
          href={`tel:${contact.replace(/[^\d+]/g, '')}`}
          dir="ltr"
          className="mt-0.5 pointer-coarse:py-2.75 text-small text-ink-second hover:text-accent-ink"
        >
          {formatPhone(contact)}
        </a>
      )}
    </div>
  );
}
